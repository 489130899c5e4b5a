// What the browser remembers of this page's settings; one that forbids it forgets them.

export const memory = {
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value === null || value === undefined) localStorage.removeItem(name);
      else localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // Then it is not remembered.
    }
  },
};
