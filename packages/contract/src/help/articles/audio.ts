/** Help: the Audio Suite. */
import { audioEditorMessages as words } from '../../messages/audio-editor.ts'
import { hubMessages } from '../../messages/hub.ts'
import { convertAudio, extractionInputs } from '../../operations/convert-audio.ts'
import {
  editAudio,
  editedAudioOutputs,
  maxFadeSeconds,
  minSilenceSeconds,
  normalizedLoudnessLufs,
} from '../../operations/edit-audio.ts'
import { hubAudio } from '../../tools/hub-audio.ts'
import { hubExtract } from '../../tools/hub-extract.ts'
import { formatNames, joinWith, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const bitrates = joinWith(
  'or',
  hubAudio.qualities.map(({ label }) => label),
)

export const audioArticle = toolSections({
  what: [
    `It has three parts: "${hubMessages.audioConverter}" changes the format of a recording, "${hubMessages.audioEditor}" cuts and improves it, and "${hubExtract.heading}" below takes the sound out of a video.`,
    `The editor shows the waveform and plays what you will get. It trims, changes the volume, brings everything to an even loudness (${normalizedLoudnessLufs} LUFS), takes out silence and fades in and out.`,
    'Tags and cover art are kept where the new format can hold them.',
  ],
  steps: [
    `Choose "${hubMessages.audioConverter}" or "${hubMessages.audioEditor}", and drop a recording.`,
    `In the converter, choose format and bitrate (${bitrates}) and press "${hubAudio.convertLabel}".`,
    'In the editor, drag the edges of the selection or type the times, and set what you like. Press play to hear it with your settings.',
    `Press "${words.process}", then take the file home.`,
    `For the sound of a video, drop the video under "${hubExtract.heading}", choose the format and press "${hubExtract.convertLabel}".`,
  ],
  formats: [
    {
      facts: [
        { label: 'Recordings in', value: formatNames(convertAudio.inputsWith({})) },
        { label: 'Converter out', value: formatNames(hubAudio.outputs) },
        { label: 'Editor out', value: formatNames(editedAudioOutputs) },
        { label: 'Video to take the sound from', value: formatNames(extractionInputs) },
        { label: 'Sound of a video out', value: formatNames(hubExtract.outputs) },
      ],
    },
  ],
  limits: [
    ...sizeFacts(editAudio.maxBytes, 'Recording'),
    ...sizeFacts(hubExtract.call.maxBytes, 'Video'),
    { label: 'Fade in and fade out', value: `up to ${maxFadeSeconds} seconds each` },
    { label: 'Silence that is taken out', value: `${minSilenceSeconds} seconds and longer` },
    { label: 'Counts as', value: 'one conversion each time' },
    keptFact,
  ],
  tips: [
    words.wave.keys,
    words.settings.normalizeNote,
    'WAV and FLAC lose nothing. Choose them when you want to go on editing, and MP3 or M4A when you are done.',
    'A bitrate above that of the recording itself is not used: it would only make the file larger.',
  ],
  troubles: [
    {
      problem: 'I see no waveform.',
      answer:
        'Your browser cannot read this format, or the recording is very long. Editing works all the same; the server can make a copy to listen to, which counts as one conversion.',
    },
    {
      problem: 'Words are cut off where silence was removed.',
      answer: `Set "${words.settings.threshold}" lower, so that quiet voices are not taken for silence.`,
    },
    {
      problem: 'It says that the video has no sound.',
      answer: 'There is no sound track in it, so there is nothing to take out.',
    },
  ],
})
