/** The Audio tab of the home page. */
import { audioCall, audioInputs } from '../operations/media-calls.ts'
import { defineTool, extensionsOf } from './tool.ts'

export const homeAudio = defineTool({
  id: 'home-audio',
  operation: 'convert-audio',
  call: audioCall,
  inputKind: 'audio',
  label: 'Audio',
  heading: 'Convert Audio',
  accept: 'audio/*',
  extensions: extensionsOf(audioInputs),
  namedInputs: ['mp3', 'wav', 'aac', 'ogg', 'flac', 'm4a'],
  outputs: ['mp3', 'wav', 'aac', 'ogg', 'flac', 'm4a'],
  moreOutputs: ['m4b', 'm4r', 'alac', 'wma', 'ac3', 'mka', 'caf', 'wavpack', 'mp2', 'au'],
  premiumOutputs: ['opus', 'aiff'],
  defaultOutput: 'mp3',
  qualityLabel: 'Bitrate',
  qualities: [
    { value: '320', label: '320 kbps' },
    { value: '256', label: '256 kbps' },
    { value: '192', label: '192 kbps' },
    { value: '128', label: '128 kbps' },
  ],
  defaultQuality: '256',
  convertLabel: 'Convert Audio',
  waitSeconds: 5,
  downloadDelayMs: 0,
  messages: {
    noFile: 'Please select an audio file first',
    succeeded: 'Your audio has been converted successfully.',
    failed: 'There was an error converting your audio.',
    working: 'Converting your audio',
    complete: 'Conversion complete!',
    ready: 'Your audio is ready',
    captions: [
      { fromPercent: 0, text: 'Processing your audio...' },
      { fromPercent: 71, text: 'Finalizing conversion...' },
    ],
  },
})
