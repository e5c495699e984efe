/** Help article: Audio Suite. */

import { formatNames, joinWith, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { hubMessages } from '../../messages/hub.ts'
import {
  editAudio,
  editedAudioOutputs,
  maxFadeSeconds,
  minSilenceSeconds,
  normalizedLoudnessLufs,
} from '../../operations/edit-audio.ts'
import { audioFiles, extractionInputs } from '../../operations/media-calls.ts'
import { hubAudio } from './hub-audio.ts'
import { hubExtract } from './hub-extract.ts'
import { audioEditorMessages as words } from './messages.ts'

const bitrates = joinWith(
  'or',
  hubAudio.qualities.map(({ label }) => label),
)

export const audioArticle = (instance: Instance) =>
  toolSections({
    what: [
      `The Audio Suite has three parts: "${hubMessages.audioConverter}" changes the format of an audio file, "${hubMessages.audioEditor}" trims and improves it, and "${hubExtract.heading}" saves the audio track of a video.`,
      `The editor shows the waveform and previews the result. You can trim, change the volume, normalize the loudness (${normalizedLoudnessLufs} LUFS), remove silence, and fade in and out.`,
      'Tags and cover art are kept if the output format supports them.',
    ],
    steps: [
      `Choose "${hubMessages.audioConverter}" or "${hubMessages.audioEditor}", and drop an audio file.`,
      `In the converter, choose a format and a bitrate (${bitrates}), and press "${hubAudio.convertLabel}".`,
      'In the editor, drag the edges of the selection or enter the times, and adjust the settings. Press play to hear the result.',
      `Press "${words.process}", then download the file.`,
      `To extract audio from a video, drop the video under "${hubExtract.heading}", choose a format and press "${hubExtract.convertLabel}".`,
    ],
    formats: [
      {
        facts: [
          { label: 'Audio input', value: formatNames(audioFiles) },
          { label: 'Converter output', value: formatNames(hubAudio.outputs) },
          { label: 'Editor output', value: formatNames(editedAudioOutputs) },
          { label: 'Extraction input (video)', value: formatNames(extractionInputs) },
          { label: 'Extraction output', value: formatNames(hubExtract.outputs) },
        ],
      },
    ],
    limits: [
      ...sizeFacts(instance, editAudio.maxBytes, 'Audio file'),
      ...sizeFacts(instance, hubExtract.call.maxBytes, 'Video'),
      { label: 'Fade in and fade out', value: `up to ${maxFadeSeconds} seconds each` },
      { label: 'Removed silence', value: `${minSilenceSeconds} seconds or longer` },
      ...onlyPublic(instance, { label: 'Counts as', value: 'one conversion per run' }),
      keptFact(instance),
    ],
    tips: [
      words.wave.keys,
      words.settings.normalizeNote,
      'WAV and FLAC are lossless: use them if you plan to edit the file further. Use MP3 or M4A for the final version.',
      'The output bitrate is never higher than that of the source: it would only make the file larger.',
    ],
    troubles: [
      {
        problem: 'The waveform is missing.',
        answer:
          'Your browser cannot decode this format, or the file is very long. You can still edit it. The server can also create a copy for playback, which counts as one conversion.',
      },
      {
        problem: 'Words are cut off where silence was removed.',
        answer: `Lower "${words.settings.threshold}", so that quiet speech is not treated as silence.`,
      },
      {
        problem: 'An error says that the video has no audio.',
        answer: 'The video has no audio track, so there is nothing to extract.',
      },
    ],
  })
