/**
 * A package by its name at run time: those of this folder have a lock of their own, and the product does without them.
 * @param {string} name
 */
export function load(name) {
  return import(name)
}
