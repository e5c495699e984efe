/** Why a file that has arrived will not become what is asked for, said before anybody presses the button. */
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
  const code = missingPart(tool, details)
  return code && { code, message: wrongFileErrors[code].message }
}

/** The server looks into a file without knowing what it is wanted for. */
function missingPart(
  tool: ConverterTool,
  { media }: UploadDetails,
): keyof typeof wrongFileErrors | undefined {
  if (!media) return undefined
  const wanted = tool.call.fileKind
  if (wanted === 'video' && !media.video) return 'no-video-track'
  if (wanted === 'audio' && !media.audio) return 'no-audio-track'
  return tool.inputKind === 'audio' && media.video ? 'video-given' : undefined
}
