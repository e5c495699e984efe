/** Finds why an uploaded file cannot be converted by a tool, before the conversion is started. */
import type { UploadDetails } from '@filesmith/contract/schemas/upload-details'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { wrongFileErrors } from '@filesmith/contract/wrong-file-errors'

export interface FileProblem {
  readonly code: string
  readonly message: string
}

export function findFileProblem(
  tool: ConverterTool,
  details: UploadDetails | undefined,
): FileProblem | undefined {
  if (!details) return undefined
  if (details.problem) return details.problem
  const code = findMissingTrack(tool, details)
  return code && { code, message: wrongFileErrors[code].message }
}

/** The server inspects uploads without knowing the tool, so missing tracks are checked here. */
function findMissingTrack(
  tool: ConverterTool,
  { media }: UploadDetails,
): keyof typeof wrongFileErrors | undefined {
  if (!media) return undefined
  const outputKind = tool.call.fileKind
  if (outputKind === 'video' && !media.video) return 'no-video-track'
  if (outputKind === 'audio' && !media.audio) return 'no-audio-track'
  return tool.inputKind === 'audio' && media.video ? 'video-given' : undefined
}
