/** `{name}` or `{count|one|other}` in a text. */
export const PLACEHOLDER = /\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g
