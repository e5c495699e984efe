/** Requests the conversion of an uploaded file. */
import { type AcceptedReply, acceptedReplySchema } from '@filesmith/contract/schemas/conversion'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { request } from '../../lib/request.ts'

export interface ConversionRequest {
  readonly uploadId: string
  readonly outputFormat: string
  readonly quality: string
  /** Password of a protected file. */
  readonly password?: string
}

export async function requestConversion(
  tool: ConverterTool,
  conversion: ConversionRequest,
): Promise<AcceptedReply> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...conversion, ...tool.fixedFields })) form.set(name, value)
  const response = await request('POST', tool.call.path, form, { prefer: 'respond-async' })
  return acceptedReplySchema.parse(await response.json())
}
