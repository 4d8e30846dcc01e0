/** The name of our catalog. */

/** The id a server names in `createSurface`. */
export const CATALOG = "urn:loket:catalog:1";
