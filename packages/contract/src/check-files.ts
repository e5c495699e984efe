/** Says what is wrong with chosen files, in words; the page asks it at once and the server asks it again. */
import { toMegabytes } from './bytes.ts'

export interface ChosenFile {
  readonly name: string
  readonly size: number
  /** MIME type as the browser gives it; empty when it has no idea. */
  readonly type: string
}

export interface FileRules {
  readonly maxBytes: number
  readonly isMultiple: boolean
  /** A MIME filter such as 'image/*'. */
  readonly accept: string
  /** Extensions taken although the browser does not know their MIME type, for example heic. */
  readonly extensions?: readonly string[]
}

export type CheckedFiles<File extends ChosenFile> =
  | { readonly isAccepted: true; readonly files: readonly File[] }
  | {
      readonly isAccepted: false
      readonly reason: 'too-large' | 'wrong-type' | 'empty' | 'none'
      readonly message: string
    }

function tooLargeMessage(maxBytes: number, name?: string): string {
  const file = name === undefined ? 'File' : `File "${name}"`
  return `${file} is too large. Maximum size is ${toMegabytes(maxBytes)}MB.`
}

/** Without multiple only the first file counts; with several, one bad file refuses all of them. */
export function checkFiles<File extends ChosenFile>(
  chosen: readonly File[],
  rules: FileRules,
): CheckedFiles<File> {
  const files = rules.isMultiple ? chosen : chosen.slice(0, 1)
  if (files.length === 0) return { isAccepted: false, reason: 'none', message: 'Please select a file first' }

  const tooLarge = files.find(file => file.size > rules.maxBytes)
  if (tooLarge) {
    const message = tooLargeMessage(rules.maxBytes, files.length > 1 ? tooLarge.name : undefined)
    return { isAccepted: false, reason: 'too-large', message }
  }
  const empty = files.find(file => file.size === 0)
  if (empty)
    return {
      isAccepted: false,
      reason: 'empty',
      message: `"${empty.name}" is empty. Please choose another file.`,
    }

  const wrongType = files.find(file => !matchesAccept(file, rules))
  if (wrongType) {
    const message = `"${wrongType.name}" cannot be used here. Please choose ${describeAccept(rules.accept)}.`
    return { isAccepted: false, reason: 'wrong-type', message }
  }
  return { isAccepted: true, files }
}

function matchesAccept(file: ChosenFile, rules: FileRules): boolean {
  const family = rules.accept.endsWith('/*') ? rules.accept.slice(0, -1) : undefined
  if (family === undefined) return true
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  // Browsers have no MIME type for some formats we take; then the ending decides, and the server sniffs.
  return file.type.startsWith(family) || (rules.extensions ?? []).includes(extension)
}

function describeAccept(accept: string): string {
  if (accept === 'image/*') return 'an image file'
  if (accept === 'video/*') return 'a video file'
  if (accept === 'audio/*') return 'an audio file'
  return 'another file'
}
