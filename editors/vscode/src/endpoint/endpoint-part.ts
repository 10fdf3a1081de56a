/** What serves, a bundle of its own: it is loaded when the extension has been activated, so that others need not wait. */
export { prepareEndpoint } from "@tandem/server";
export { AddressBook } from "./address-book.js";
