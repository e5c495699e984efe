/** Definition of a converter page: labels, accepted files and options. */
import { type FileKind, type FormatId, formats } from '../formats.ts'
import type { Operation } from '../operations/operation.ts'
import type { OperationId } from '../operations/registry.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

interface ProgressCaption {
  readonly fromPercent: number
  readonly text: string
}

export interface ConverterTool {
  /** Unfinished work is stored under this key. */
  readonly id: string
  readonly operation: OperationId
  /** The operation itself, so that a page with one tool need not load all of them. */
  readonly call: Pick<Operation, 'path' | 'maxBytes' | 'fileKind'>
  /** Sent with every request, in addition to the user's choices. */
  readonly fixedFields?: Readonly<Record<string, string>>
  /** Kind of the input file. */
  readonly inputKind: FileKind
  readonly label: string
  readonly heading: string
  readonly accept: string
  /** Accepted extensions, for which browsers may report no MIME type or a different one. */
  readonly extensions: readonly string[]
  /** Messages for rejected files, if not the default. */
  readonly refusals?: {
    readonly wrongType: string
    readonly tooLarge: (maxMegabytes: number) => string
  }
  /** Text of the empty drop zone, if not derived from the file kind. */
  readonly dropPrompt?: string
  /** Formats named on screen, in this order. */
  readonly namedInputs: readonly FormatId[]
  /** Formats offered, in this order. */
  readonly outputs: readonly FormatId[]
  /** Offered after them on request. */
  readonly moreOutputs?: readonly FormatId[]
  /** Formats that only some plans include, offered after the others. */
  readonly premiumOutputs?: readonly FormatId[]
  /** Labels of formats, if not the default. */
  readonly outputLabels?: Readonly<Partial<Record<FormatId, string>>>
  /** Notes about output formats. */
  readonly outputNotes?: Readonly<Partial<Record<FormatId, string>>>
  readonly defaultOutput: FormatId
  readonly qualityLabel: string
  readonly qualities: readonly Choice[]
  readonly defaultQuality: string
  /** Where the images of Markdown go, for tools that write it; the first one is the default. */
  readonly markdownImages?: {
    readonly label: string
    readonly choices: readonly Choice[]
    readonly notes: Readonly<Record<string, string>>
  }
  /** In dpi, for tools that draw pages as images; without a choice, that of the quality. */
  readonly resolutions?: {
    readonly label: string
    readonly note: string
    readonly outputs: readonly FormatId[]
    readonly choices: readonly Choice[]
  }
  readonly convertLabel: string
  /** Wait before the conversion for users without a paid plan; 0: none. */
  readonly waitSeconds: number
  /** The wait is between the upload and the options. */
  readonly isWaitBeforeOptions?: boolean
  /** Delay between success and the start of the download, so that the success is visible. */
  readonly downloadDelayMs: number
  readonly messages: {
    readonly noFile: string
    readonly succeeded: string
    readonly failed: string
    /** Title and text of a failure, if not the default. */
    readonly failure?: { readonly title: string; readonly text: string }
    /** For a failed response without a message. */
    readonly failedWith?: (status: number) => string
    /** Titles of the overlay, while it runs and at the end. */
    readonly working: string
    readonly ready: string
    readonly complete: string
    readonly captions: readonly [ProgressCaption, ...ProgressCaption[]]
  }
}

export function allOutputs({ outputs, moreOutputs = [] }: ConverterTool): readonly FormatId[] {
  return [...outputs, ...moreOutputs]
}

/** All extensions of these formats. */
export function extensionsOf(inputs: readonly FormatId[]): string[] {
  return inputs.flatMap(input => formats[input].extensions)
}

export function defineTool<const Definition extends ConverterTool>(definition: Definition): Definition {
  return definition
}

/** The caption for a percentage; before the first one, the first one. */
export function captionAt(tool: ConverterTool, percent: number): string {
  const { captions } = tool.messages
  const reached = captions.findLast(caption => percent >= caption.fromPercent)
  return (reached ?? captions[0]).text
}
