/** Converter of the Audio Suite in the tools hub, with its mode for videos. Only the home page has a wait before the conversion. */

import { editAudio } from '../../operations/edit-audio.ts'
import { homeAudio } from '../home-audio.ts'
import { homeExtract } from '../home-extract.ts'
import { defineTool } from '../tool.ts'
import { extractionFailure } from './hub-extract.ts'
import { audioEditorMessages } from './messages.ts'

const { call } = homeAudio

export const hubAudio = defineTool({
  ...homeAudio,
  id: 'hub-audio',
  // Same limit as the editor, so that a file fits both tabs of the suite.
  call: { path: call.path, fileKind: call.fileKind, maxBytes: editAudio.maxBytes },
  refusals: audioEditorMessages.refusals,
  outputNotes: { mp3: audioEditorMessages.converterMp3Note },
  waitSeconds: 0,
})

export const hubAudioExtract = defineTool({
  ...homeExtract,
  id: 'hub-audio-extract',
  outputNotes: hubAudio.outputNotes,
  waitSeconds: 0,
  messages: { ...homeExtract.messages, failure: extractionFailure },
})
