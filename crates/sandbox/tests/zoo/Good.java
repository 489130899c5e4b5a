// A well-behaved agent in Java: reads its box, writes a reply.
import java.nio.file.Files;
import java.nio.file.Path;

public class Good {
    public static void main(String[] arguments) throws Exception {
        if (Files.readString(Path.of("input.txt")).isEmpty()) {
            System.exit(1);
        }
        Thread thread = new Thread(() -> System.out.println("thinking"));
        thread.start();
        thread.join();
        Files.writeString(Path.of("output.txt"), "A1\n*\n");
    }
}
