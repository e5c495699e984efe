/** Words of the Audio Suite's editor, and of what its two tabs say alike. */

/** Whole gigabytes are said as such. */
function largeSize(megabytes: number): string {
  return megabytes % 1024 === 0 ? `${megabytes / 1024}GB` : `${megabytes}MB`
}

const formatNotes: Readonly<Record<string, string>> = {
  mp3: 'Plays everywhere. MP3 conversions are at 320kbps.',
  wav: 'Every sample as it is, uncompressed. Large files for other editors.',
  ogg: 'Open format for games and web pages, at a high bitrate.',
  flac: 'Keeps every sample at about half the size of WAV.',
  m4a: 'Small files as phones and Apple devices like them, at a high bitrate.',
  aac: 'The bare sound of streams and broadcasts. For phones, M4A is the better choice.',
}

export const audioEditorMessages = {
  heading: 'Edit Audio',
  refusals: {
    wrongType: 'Please upload an audio file',
    tooLarge: (maxMegabytes: number) => `Please upload an audio file smaller than ${largeSize(maxMegabytes)}`,
  },
  converterMp3Note: 'Plays everywhere. MP3 conversions are at 320kbps when you choose the highest bitrate.',

  file: 'The file',
  chooseAnother: 'Choose another file',
  arriving: (percent: number) => `Uploading: ${percent}%`,
  arrived: 'Upload complete!',
  earlierFile: 'Files ready to process',

  wave: {
    label: 'Waveform',
    reading: (percent: number) => `Reading the sound: ${percent}%`,
    /** For readers, once. */
    ready: (length: string) => `The waveform is ready. The recording is ${length} long.`,
    unseen: 'Choose the file once more to see and hear it. Without that you can still cut it by the figures.',
    showAgain: 'Show the file again',
    otherFile: 'That is another file. Choose the one named above, or start over with the new one.',
    undecodable: (format: string) =>
      `Your browser cannot read ${format} files. Editing works all the same; to see and hear it, let the server make a copy to listen to. That counts as one conversion.`,
    tooLong: (format: string) =>
      `This ${format} file is too long to be read in the browser as it is. Editing works all the same; to see and hear it, let the server make a copy to listen to. That counts as one conversion.`,
    makeCopy: 'Make a copy to listen to',
    makingCopy: (percent: number) => `Making a copy to listen to: ${percent}%`,
    copyWaits: 'The copy can be made as soon as the whole file has arrived.',
    copyFailed: 'The copy could not be made',
    copyShown: 'You see and hear a copy made by the server. Your result is made from your own file.',
    decibels: (value: number) => `\u2212${Math.abs(value)}\u00a0dB`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoomFit: 'Show everything',
    zoomSelection: 'Zoom to the selection',
    overview: 'Overview: the part in sight',
    part: (from: string, to: string) => `${from} to ${to}`,
    keys: 'Space plays and pauses. Ctrl and the wheel zoom, Shift and the wheel move along.',
  },

  play: 'Play the selection',
  pause: 'Pause',
  playingWith: 'You hear it with your settings.',
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
    share: (percent: string) => `${percent} of the recording`,
    undo: 'Undo the last trim',
    redo: 'Redo the trim',
    reset: 'Select everything',
    badTime: 'Write a time as minutes:seconds, such as 1:05.250',
  },

  settings: {
    sound: 'Sound',
    cuts: 'Silence and fades',
    output: 'Output',
    volume: 'Volume',
    normalize: (lufs: number) => `Normalize to \u2212${Math.abs(lufs)}\u00a0LUFS`,
    normalizeNote: 'Even loudness by EBU R128, as music services play it. The volume is applied after it.',
    measured: (lufs: string, gain: string) =>
      `The selection has ${lufs} LUFS: it becomes ${gain}\u00a0dB louder.`,
    measuredQuieter: (lufs: string, gain: string) =>
      `The selection has ${lufs} LUFS: it becomes ${gain}\u00a0dB quieter.`,
    tooQuietToMeasure: 'The selection is silent or too short to be measured.',
    limited: 'Loud moments would be too loud: they are held back gently, in the preview and in the result.',
    removeSilence: 'Remove silence',
    silenceNote: 'What stays below the line for half a second or more is taken out.',
    silenceFound: (count: number, seconds: string) =>
      count === 1 ? `1 silence, ${seconds} in all` : `${count} silences, ${seconds} in all`,
    noSilence: 'No silence found in the selection',
    allSilent: 'Everything selected is below the line, so nothing is taken out.',
    threshold: 'Silence is below',
    fadeIn: 'Fade in',
    fadeOut: 'Fade out',
    off: 'Off',
    outputFormat: 'Output format',
    formatNote: (format: string) => formatNotes[format] ?? '',
    reset: 'Reset the settings',
  },

  process: 'Process Audio',
  processing: 'Processing Audio...',
  noFile: 'Please upload an audio file',
  working: 'Processing your audio',
  progress: 'Progress of the processing',
  captions: [
    { fromPercent: 0, text: 'Listening to your audio...' },
    { fromPercent: 10, text: 'Applying your settings...' },
    { fromPercent: 90, text: 'Finishing the file...' },
  ],
  failed: 'Audio processing failed',
  unanswered: 'There was an error processing your audio. Please try again.',
  succeeded: 'Your audio has been processed successfully.',
  cancelled: {
    title: 'Cancelled',
    description: 'Nothing was changed. Your file and your settings are still here.',
  },
  deleted: { title: 'Deleted', description: 'The edited file is gone from the server.' },
  downloadMissing: { title: 'Download Error', description: "Couldn't download the edited file" },

  result: {
    heading: 'Ready to take home',
    before: 'Before',
    after: 'After',
    player: (name: string) => `Listen to the edited ${name}`,
    another: 'Edit another',
    again: 'Change settings',
  },
} as const
