/** Serializes a tree: replaced elements are rewritten, everything else is copied. */
import type { XmlElement } from './parse-xml.ts'

/** Undefined keeps the element and visits its children. */
export type Replace = (element: XmlElement) => string | undefined

export function writeElement(source: string, element: XmlElement, replace: Replace): string {
  const parts: string[] = []
  writeInto(parts, source, element, replace)
  return parts.join('')
}

/** The whole file, including content before and after the root. */
export function writeXml(source: string, root: XmlElement, replace: Replace): string {
  return source.slice(0, root.start) + writeElement(source, root, replace) + source.slice(root.end)
}

function writeInto(parts: string[], source: string, element: XmlElement, replace: Replace): void {
  const replaced = replace(element)
  if (replaced !== undefined) {
    parts.push(replaced)
    return
  }
  let at = element.start
  for (const child of element.children) {
    parts.push(source.slice(at, child.start))
    writeInto(parts, source, child, replace)
    at = child.end
  }
  parts.push(source.slice(at, element.end))
}
