/** Whether a file looks like one for this tab: by the type the browser gives it, or by its ending. The server looks inside. */
import { type BatchKindId, batchKinds } from '@filesmith/contract/batch'
import { extensionOf } from '../../lib/file-list/kind-of-name.ts'

export function isOfKind(file: File, kind: BatchKindId): boolean {
  const { fileKind, extensions } = batchKinds[kind]
  return file.type.startsWith(`${fileKind}/`) || extensions.includes(extensionOf(file.name))
}
