/** The endpoint, in a separate bundle that is loaded after activation, so that other extensions don't have to wait. */
export { prepareEndpoint } from "@tandem-ide/server";
export { AddressBook } from "./address-book.js";
