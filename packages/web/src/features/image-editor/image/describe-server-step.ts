/** What the server is doing for a picture, in words and as a share of the whole. */
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import type { ServerStep } from './edit-on-server.ts'

export function describeServerStep(step: ServerStep): string {
  if (step.step === 'uploading')
    return step.isStalled ? imageEditorMessages.stalled : imageEditorMessages.sendingFile
  return step.step === 'queued' ? imageEditorMessages.queued : imageEditorMessages.making
}

/** The way there is one half, the work is the other; the end is said by the result itself. */
export function percentOf({ step, percent }: ServerStep): number {
  return step === 'uploading' ? percent / 2 : Math.min(99, 50 + percent / 2)
}
