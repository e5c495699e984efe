/** Writes a tree back: replaced elements anew, everything else as it stood. */
import type { XmlElement } from './parse-xml.ts'

/** Undefined keeps the element and looks inside. */
export type Replace = (element: XmlElement) => string | undefined

export function writeElement(source: string, element: XmlElement, replace: Replace): string {
  const pieces: string[] = []
  writeInto(pieces, source, element, replace)
  return pieces.join('')
}

/** A whole file, with what stands before and behind its root. */
export function writeXml(source: string, root: XmlElement, replace: Replace): string {
  return source.slice(0, root.start) + writeElement(source, root, replace) + source.slice(root.end)
}

function writeInto(pieces: string[], source: string, element: XmlElement, replace: Replace): void {
  const replaced = replace(element)
  if (replaced !== undefined) {
    pieces.push(replaced)
    return
  }
  let at = element.start
  for (const child of element.children) {
    pieces.push(source.slice(at, child.start))
    writeInto(pieces, source, child, replace)
    at = child.end
  }
  pieces.push(source.slice(at, element.end))
}
