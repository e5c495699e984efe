/** The Video tab of the home page. */
import { videoCall } from '../operations/media-calls.ts'
import { defineTool, extensionsOf } from './tool.ts'

export const homeVideo = defineTool({
  id: 'home-video',
  operation: 'convert-video',
  call: videoCall,
  inputKind: 'video',
  label: 'Video',
  heading: 'Convert Videos',
  accept: 'video/*',
  extensions: extensionsOf(videoCall.inputs),
  namedInputs: ['mp4', 'avi', 'mov', 'wmv', 'mkv'],
  outputs: ['mp4', 'mov', 'avi', 'webm', 'mkv'],
  moreOutputs: ['m4v', 'wmv', 'mpeg', 'ts', 'flv', '3gp', 'ogv'],
  defaultOutput: 'mp4',
  qualityLabel: 'Quality',
  qualities: [
    { value: '1080p', label: '1080p' },
    { value: '720p', label: '720p' },
    { value: '480p', label: '480p' },
    { value: '360p', label: '360p' },
  ],
  defaultQuality: '720p',
  convertLabel: 'Convert Video',
  waitSeconds: 5,
  downloadDelayMs: 0,
  messages: {
    noFile: 'Please select a video file first',
    succeeded: 'Your video has been converted successfully.',
    failed: 'There was an error converting your video.',
    working: 'Converting your video',
    complete: 'Conversion complete!',
    ready: 'Your video is ready',
    captions: [
      { fromPercent: 0, text: 'Processing your video...' },
      { fromPercent: 71, text: 'Finalizing conversion...' },
    ],
  },
})
