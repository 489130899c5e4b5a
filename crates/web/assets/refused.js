// Why something was refused.

/** `status` as of HTTP, 0 if nobody answered; `message` in words for people. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
