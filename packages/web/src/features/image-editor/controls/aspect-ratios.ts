/** Aspect ratios a crop can be locked to. */
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'

export const aspectRatios = [
  { id: 'free', label: imageEditorMessages.free },
  { id: 'original', label: imageEditorMessages.original },
  { id: '1:1', label: '1:1' },
  { id: '4:3', label: '4:3' },
  { id: '3:2', label: '3:2' },
  { id: '16:9', label: '16:9' },
  { id: '9:16', label: '9:16' },
] as const
export type AspectRatioId = (typeof aspectRatios)[number]['id']

/** Width divided by height in pixels; undefined if unconstrained. */
export function aspectRatioOf(id: AspectRatioId, turned: Size): number | undefined {
  if (id === 'free') return undefined
  if (id === 'original') return turned.width / turned.height
  const [width = 1, height = 1] = id.split(':').map(Number)
  return width / height
}
