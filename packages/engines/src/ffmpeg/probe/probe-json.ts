/** Schema of the part of ffprobe's JSON output that is used here. */
import { z } from 'zod'

const tagsSchema = z.record(z.string(), z.string()).default({})

/** ffprobe omits unknown values and writes most numbers as strings. */
const numberText = z.coerce.number().optional().catch(undefined)

const streamSchema = z.object({
  index: z.number().int(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().optional(),
  profile: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  sample_aspect_ratio: z.string().optional(),
  pix_fmt: z.string().optional(),
  field_order: z.string().optional(),
  color_range: z.string().optional(),
  color_space: z.string().optional(),
  color_transfer: z.string().optional(),
  color_primaries: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  sample_fmt: z.string().optional(),
  sample_rate: numberText,
  channels: z.number().optional(),
  channel_layout: z.string().optional(),
  bits_per_sample: z.number().optional(),
  bits_per_raw_sample: numberText,
  bit_rate: numberText,
  duration: numberText,
  nb_frames: numberText,
  disposition: z.record(z.string(), z.number()).default({}),
  tags: tagsSchema,
  side_data_list: z
    .array(z.object({ rotation: z.number().optional(), dv_profile: z.number().optional() }))
    .default([]),
})
export type ProbedStream = z.infer<typeof streamSchema>

const packetSchema = z.object({
  codec_type: z.string().optional(),
  stream_index: z.number(),
  pts_time: numberText,
  dts_time: numberText,
  duration_time: numberText,
  size: numberText,
  flags: z.string().default(''),
})

export type ProbedPacket = z.infer<typeof packetSchema>

export const probeJsonSchema = z.object({
  /** The first few only, or all of a small file. */
  packets: z.array(packetSchema).default([]),
  streams: z.array(streamSchema).default([]),
  chapters: z.array(z.object({ start_time: numberText, end_time: numberText, tags: tagsSchema })).default([]),
  format: z
    .object({
      format_name: z.string().optional(),
      duration: numberText,
      bit_rate: numberText,
      size: numberText,
      tags: tagsSchema,
    })
    .default({ tags: {} }),
})
export type ProbeJson = z.infer<typeof probeJsonSchema>
