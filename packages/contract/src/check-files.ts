/** Validates selected files with a message for the user; used by the page, and again by the server. */
import { sizeText, toMegabytes } from './bytes.ts'
import { formats } from './formats.ts'

export interface ChosenFile {
  readonly name: string
  readonly size: number
  /** MIME type from the browser; empty if unknown. */
  readonly type: string
}

export interface FileRules {
  readonly maxBytes: number
  readonly isMultiple: boolean
  readonly mayBeEmpty?: boolean
  /** As in a file input: a MIME filter such as 'image/*', or extensions such as '.pdf,.docx'. Empty accepts everything. */
  readonly accept: string
  /** Extensions accepted even if the browser does not know their MIME type, for example heic. */
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
  return `${file} is too large. Maximum size is ${sizeText(toMegabytes(maxBytes))}.`
}

/** Without `isMultiple` only the first file counts; with several, one invalid file rejects all of them. */
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
  const empty = rules.mayBeEmpty ? undefined : files.find(file => file.size === 0)
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
  const wanted = splitAccept(rules.accept)
  if (wanted.length === 0) return true
  const name = file.name.toLowerCase()
  // Browsers have no MIME type for some formats; then the extension decides, and the server sniffs the content.
  return (
    wanted.some(filter => matchesFilter(name, file.type, filter)) ||
    (rules.extensions ?? []).some(extension => name.endsWith(`.${extension}`))
  )
}

function matchesFilter(name: string, type: string, filter: string): boolean {
  if (filter.endsWith('/*')) return type.startsWith(filter.slice(0, -1))
  // A file without an extension may still be recognized by its type.
  return name.endsWith(filter) || (type !== '' && type === formatOfExtension(filter)?.mime)
}

function describeAccept(accept: string): string {
  if (accept === 'image/*') return 'an image file'
  if (accept === 'video/*') return 'a video file'
  if (accept === 'audio/*') return 'an audio file'
  const labels = [...new Set(splitAccept(accept).map(filter => formatOfExtension(filter)?.label))]
  const names = labels.filter(label => label !== undefined)
  return names.length === 0 ? 'another file' : `a ${names.join(', ').replace(/, (?=[^,]*$)/, ' or ')} file`
}

function splitAccept(accept: string): string[] {
  return accept
    .split(',')
    .map(filter => filter.trim().toLowerCase())
    .filter(filter => filter !== '')
}

function formatOfExtension(extension: string) {
  return Object.values(formats).find(({ extensions }) =>
    (extensions as readonly string[]).includes(extension.slice(1)),
  )
}
