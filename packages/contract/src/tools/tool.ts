/** What a page with a converter on it is: its labels, the files it takes and the choices it offers. */
import { type FileKind, type FormatId, formats } from '../formats.ts'
import type { Operation } from '../operations/operation.ts'
import type { OperationId } from '../operations/registry.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

export interface ConverterTool {
  /** Unfinished work is kept under this name. */
  readonly id: string
  readonly operation: OperationId
  /** The operation itself, so that a page with one tool need not know all of them. */
  readonly call: Pick<Operation, 'path' | 'maxBytes' | 'fileKind'>
  /** Sent with every request, beside what the user chooses. */
  readonly fixedFields?: Readonly<Record<string, string>>
  /** Of the file that comes in. */
  readonly inputKind: FileKind
  readonly label: string
  readonly heading: string
  readonly accept: string
  /** Endings taken although a browser may have no MIME type for them, or another one. */
  readonly extensions: readonly string[]
  /** Why a file is not taken, where the tool has words of its own for it. */
  readonly refusals?: {
    readonly wrongType: string
    readonly tooLarge: (maxMegabytes: number) => string
  }
  /** What the empty drop area asks for, where the kind of file says too little. */
  readonly dropPrompt?: string
  /** Formats named on screen, in this order. */
  readonly namedInputs: readonly FormatId[]
  /** Formats offered, in this order. */
  readonly outputs: readonly FormatId[]
  /** Names on screen, where they are not the formats' own. */
  readonly outputLabels?: Readonly<Partial<Record<FormatId, string>>>
  /** What choosing a format means here, where it means something of its own. */
  readonly outputNotes?: Readonly<Partial<Record<FormatId, string>>>
  readonly defaultOutput: FormatId
  readonly qualityLabel: string
  readonly qualities: readonly Choice[]
  readonly defaultQuality: string
  readonly convertLabel: string
  /** How long those who do not pay wait before the conversion; 0 is not at all. */
  readonly waitSeconds: number
  /** That wait stands between the upload and the options. */
  readonly isWaitBeforeOptions?: boolean
  /** From success to the start of the download: long enough to see that it worked. */
  readonly downloadDelayMs: number
  readonly messages: {
    readonly noFile: string
    readonly succeeded: string
    readonly failed: string
    /** Title of a failure and the text of its card, where they are not those of every conversion. */
    readonly failure?: { readonly title: string; readonly text: string }
    /** For an answer that names nothing but its status. */
    readonly failedWith?: (status: number) => string
    /** Titles of the overlay, while it runs and at the end. */
    readonly working: string
    readonly ready: string
    readonly complete: string
    readonly captions: readonly { readonly fromPercent: number; readonly text: string }[]
  }
}

/** Every ending of these formats. */
export function extensionsOf(inputs: readonly FormatId[]): string[] {
  return inputs.flatMap(input => formats[input].extensions)
}

export function defineTool<const Definition extends ConverterTool>(definition: Definition): Definition {
  return definition
}

/** The caption of the step the percentage has reached; before the first one, the first one. */
export function captionAt(tool: ConverterTool, percent: number): string {
  const { captions } = tool.messages
  const reached = captions.findLast(caption => percent >= caption.fromPercent)
  return (reached ?? captions[0])?.text ?? ''
}
