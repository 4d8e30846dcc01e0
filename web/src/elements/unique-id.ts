/** Names for elements of the page. */
let made = 0;

/** A name no other element of the page has, to tie labels to inputs. */
export function uniqueId(what: string): string {
  made += 1;
  return `${what}-${made}`;
}
