/** File kind by extension. */
import { type FileKind, formats } from '@filesmith/contract/formats'

const kinds = new Map<string, FileKind>(
  Object.values(formats).flatMap(({ extensions, kind }) =>
    extensions.map((extension): [string, FileKind] => [extension, kind]),
  ),
)

export function extensionOf(name: string): string {
  return name.includes('.') ? name.replace(/^.*\./s, '').toLowerCase() : ''
}

export function kindOfName(name: string): FileKind {
  return kinds.get(extensionOf(name)) ?? 'document'
}
