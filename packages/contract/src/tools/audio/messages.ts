/** Texts of the audio editor, and those that both audio tabs share. */
import { sizeText } from '../../bytes.ts'

const formatNotes: Readonly<Record<string, string>> = {
  mp3: 'Plays everywhere. MP3 conversions are at 320kbps.',
  wav: 'Uncompressed. Large files for editing.',
  ogg: 'Open format for games and the web, at a high bitrate.',
  flac: 'Lossless at about half the size of WAV.',
  m4a: 'Small files for phones and Apple devices, at a high bitrate.',
  aac: 'Raw audio for streaming and broadcast. For phones, choose M4A.',
}

export const audioEditorMessages = {
  heading: 'Edit Audio',
  refusals: {
    wrongType: 'Please upload an audio file',
    tooLarge: (maxMegabytes: number) => `Please upload an audio file smaller than ${sizeText(maxMegabytes)}`,
  },
  converterMp3Note: 'Plays everywhere. MP3 conversions are at 320kbps when you choose the highest bitrate.',

  file: 'File',
  chooseAnother: 'Choose another file',
  uploading: (percent: number) => `Uploading: ${percent}%`,
  uploaded: 'Upload complete!',
  uploadedBefore: 'Files ready to process',

  wave: {
    label: 'Waveform',
    reading: (percent: number) => `Reading audio: ${percent}%`,
    /** Announced to screen readers once. */
    ready: (length: string) => `The waveform is ready. The audio is ${length} long.`,
    noPreview: 'Choose the file again to see and hear it. You can still trim it by entering times.',
    showAgain: 'Choose the file again',
    otherFile: 'That is a different file. Choose the one named above, or start over.',
    undecodable: (format: string) =>
      `Your browser cannot play ${format} files. You can still edit it. To see and hear it, create a preview on the server. This counts as one conversion.`,
    tooLong: (format: string) =>
      `This ${format} file is too long for your browser. You can still edit it. To see and hear it, create a preview on the server. This counts as one conversion.`,
    createPreview: 'Create preview',
    creatingPreview: (percent: number) => `Creating preview: ${percent}%`,
    previewWaits: 'You can create a preview once the upload is complete.',
    previewFailed: 'Could not create the preview',
    previewShown: 'This is a preview from the server. Your result is made from the original file.',
    decibels: (value: number) => `\u2212${Math.abs(value)}\u00a0dB`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomFit: 'Zoom to fit',
    zoomSelection: 'Zoom to selection',
    overview: 'Overview: visible part',
    part: (from: string, to: string) => `${from} to ${to}`,
    keys: 'Space: play or pause. Ctrl+scroll: zoom. Shift+scroll: move.',
  },

  play: 'Play selection',
  pause: 'Pause',
  playingWith: 'Playing with your settings.',
  position: 'Position',

  trim: {
    heading: 'Trim',
    start: 'Start',
    end: 'End',
    startHandle: 'Start of the selection',
    endHandle: 'End of the selection',
    startHere: 'Start here',
    endHere: 'End here',
    length: 'Selected',
    result: 'Result',
    share: (percent: string) => `${percent} of the file`,
    undo: 'Undo trim',
    redo: 'Redo trim',
    reset: 'Select all',
    badTime: 'Enter a time as minutes:seconds, for example 1:05.250',
  },

  settings: {
    sound: 'Sound',
    cuts: 'Silence and fades',
    output: 'Output',
    volume: 'Volume',
    normalize: (lufs: number) => `Normalize to \u2212${Math.abs(lufs)}\u00a0LUFS`,
    normalizeNote: 'Evens out loudness (EBU R128), like streaming services do. Volume is applied afterwards.',
    measured: (lufs: string, gain: string) =>
      `The selection is at ${lufs} LUFS and gets ${gain}\u00a0dB louder.`,
    measuredQuieter: (lufs: string, gain: string) =>
      `The selection is at ${lufs} LUFS and gets ${gain}\u00a0dB quieter.`,
    tooQuietToMeasure: 'The selection is silent or too short to measure.',
    limited: 'A limiter prevents clipping, in the preview and in the result.',
    removeSilence: 'Remove silence',
    silenceNote: 'Parts quieter than the threshold for 0.5 s or longer are removed.',
    silenceFound: (count: number, seconds: string) =>
      count === 1 ? `1 silent part, ${seconds} total` : `${count} silent parts, ${seconds} total`,
    noSilence: 'No silence in the selection',
    allSilent: 'The whole selection is below the threshold, so nothing is removed.',
    threshold: 'Silence threshold',
    fadeIn: 'Fade in',
    fadeOut: 'Fade out',
    off: 'Off',
    outputFormat: 'Output format',
    formatNote: (format: string) => formatNotes[format] ?? '',
    reset: 'Reset settings',
  },

  process: 'Process Audio',
  processing: 'Processing Audio...',
  noFile: 'Please upload an audio file',
  working: 'Processing your audio',
  progress: 'Processing progress',
  captions: [
    { fromPercent: 0, text: 'Analyzing your audio...' },
    { fromPercent: 10, text: 'Applying your settings...' },
    { fromPercent: 90, text: 'Finishing the file...' },
  ],
  failed: 'Audio processing failed',
  requestFailed: 'There was an error processing your audio. Please try again.',
  succeeded: 'Your audio has been processed successfully.',
  canceled: {
    title: 'Canceled',
    description: 'Your file and settings are still here.',
  },
  deleted: { title: 'Deleted', description: 'The edited file was deleted from the server.' },
  downloadMissing: { title: 'Download Error', description: "Couldn't download the edited file" },

  result: {
    heading: 'Your file is ready',
    before: 'Before',
    after: 'After',
    player: (name: string) => `Listen to the edited ${name}`,
    another: 'Edit another',
    again: 'Change settings',
  },
} as const
