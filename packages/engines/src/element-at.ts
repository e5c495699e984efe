/** The element at an index that must exist; a missing one is a mistake of the program, not an empty text. */
export function elementAt<Element>(elements: ArrayLike<Element>, index: number): Element {
  const element = elements[index]
  if (element === undefined) throw new RangeError(`there is no element ${index} among ${elements.length}`)
  return element
}
