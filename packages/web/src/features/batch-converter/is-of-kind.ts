/** Pre-checks a file against the kind of a tab by MIME type and extension; the server sniffs the content. */
import { type BatchKindId, batchKinds } from '@filesmith/contract/batch'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'

export function isOfKind(file: File, kind: BatchKindId): boolean {
  const { fileKind, extensions } = batchKinds[kind]
  return file.type.startsWith(`${fileKind}/`) || extensions.includes(extensionOf(file.name))
}
