/** Determines the path of a result: next to its input, in a folder, or the file given with `--out`. */
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type FormatId, formatExtension } from '@filesmith/contract/formats'
import { commandLineMessages } from '@filesmith/contract/messages/command-line'
import { UsageError } from '../usage-error.ts'

export type Destination =
  | { readonly kind: 'beside' }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'stdout' }

export const stdioOperand = '-'

export async function parseDestination(out: string | undefined, resultCount: number): Promise<Destination> {
  if (out === undefined) return { kind: 'beside' }
  const isFolder =
    out.endsWith('/') ||
    (await stat(out)
      .then(found => found.isDirectory())
      .catch(() => false))
  if (isFolder) return { kind: 'folder', path: out }
  if (resultCount > 1) throw new UsageError(commandLineMessages.needsOneResult)
  return out === stdioOperand ? { kind: 'stdout' } : { kind: 'file', path: out }
}

/** A result that would overwrite its own input gets `-new` in its name. */
export function resultPath(destination: Destination, inputPath: string, format: FormatId): string {
  if (destination.kind === 'file') return destination.path
  const folder = destination.kind === 'folder' ? destination.path : dirname(inputPath)
  const stem = basename(inputPath).replace(/(?<=.)\.[^.]*$/, '')
  const path = join(folder, `${stem}.${formatExtension(format)}`)
  if (resolve(path) !== resolve(inputPath)) return path
  return join(folder, `${stem}-new.${formatExtension(format)}`)
}
