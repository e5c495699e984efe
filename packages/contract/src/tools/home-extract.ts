/** The Audio tab of the home page in the mode that extracts the audio of a video. */
import { extractionInputs } from '../operations/media-calls.ts'
import { homeAudio } from './home-audio.ts'
import { defineTool, extensionsOf } from './tool.ts'

export const homeExtract = defineTool({
  ...homeAudio,
  id: 'home-extract',
  fixedFields: { isExtraction: 'true' },
  inputKind: 'video',
  heading: 'Extract Audio from Video',
  accept: 'video/*',
  extensions: extensionsOf(extractionInputs),
  namedInputs: ['mp4', 'avi', 'mov', 'wmv', 'mkv'],
  convertLabel: 'Extract Audio',
  messages: {
    ...homeAudio.messages,
    noFile: 'Please select a video file first',
    working: 'Extracting the audio from your video',
    captions: [
      { fromPercent: 0, text: 'Extracting the audio...' },
      { fromPercent: 71, text: 'Finalizing conversion...' },
    ],
  },
})
