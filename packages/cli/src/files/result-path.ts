/** Says where a result belongs: next to its input, into a folder, or under the name that was given. */
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { WrongUse } from '../wrong-use.ts'

export type Destination =
  | { readonly kind: 'beside' }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' }

export const standardStream = '-'

export async function readDestination(out: string | undefined, resultCount: number): Promise<Destination> {
  if (out === undefined) return { kind: 'beside' }
  const isFolder =
    out.endsWith('/') ||
    (await stat(out)
      .then(found => found.isDirectory())
      .catch(() => false))
  if (isFolder) return { kind: 'folder', path: out }
  if (resultCount > 1) throw new WrongUse(commandLineMessages.needsOneResult)
  return out === standardStream ? { kind: 'stdout' } : { kind: 'file', path: out }
}

/** `photo.jpg` made smaller stays beside the one it was made of, under another name. */
export function resultPath(destination: Destination, inputPath: string, format: FormatId): string {
  if (destination.kind === 'file') return destination.path
  const folder = destination.kind === 'folder' ? destination.path : dirname(inputPath)
  const stem = basename(inputPath).replace(/(?<=.)\.[^.]*$/, '')
  const path = join(folder, `${stem}.${formatExtension(format)}`)
  if (resolve(path) !== resolve(inputPath)) return path
  return join(folder, `${stem}-new.${formatExtension(format)}`)
}
