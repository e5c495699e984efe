/** Help article: Video to Text. */

import { formatNames, joinWith, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { speechLanguages } from '../../languages.ts'
import { addSubtitles } from '../../operations/add-subtitles.ts'
import { extractVideoText } from '../../operations/extract-video-text.ts'
import { videoTextMessages as words } from './messages.ts'

const { done, subtitles } = words

export const video2textArticle = (instance: Instance) =>
  toolSections({
    what: [
      'Video to Text transcribes the speech in a video or an audio file, line by line with timestamps, so that you can read, search, edit and quote it.',
      'You can save the transcript as subtitles, translate it, and add the subtitles to the video.',
      'Silence and music are skipped, so that the transcript contains only actual speech.',
    ],
    steps: [
      'Drop a video or an audio file on the page, or select it.',
      `Choose the "${words.language}", or "${words.detect}". Choose whether to include timestamps.`,
      `Press "${words.extract}". This can take a few minutes; you can leave the page and come back.`,
      `Read the transcript under "${words.resultsTab}", as plain text or as lines that follow the player. Click a line to jump to it, double-click to edit, split, merge or move it. "${words.tools.heading}" changes the whole transcript.`,
      `Copy it or press "${done.download}", or save it as ${joinWith('or', Object.values(done.saveAs))}.`,
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: formatNames(extractVideoText.inputs) },
          { label: 'Output', value: `Text (TXT), ${Object.values(done.saveAs).join(', ')}` },
          {
            label: 'Video with subtitles',
            value: `${formatNames(addSubtitles.outputs)}; ${Object.values(subtitles.ways).join(' or ').toLowerCase()}`,
          },
          { label: 'Languages', value: `${joinWith('and', Object.values(speechLanguages))}` },
        ],
      },
    ],
    limits: [
      ...sizeFacts(instance, extractVideoText.maxBytes),
      ...onlyPublic(instance, {
        label: 'Counts as',
        value: 'one conversion; adding subtitles to the video is another one',
      }),
      keptFact(instance),
    ],
    tips: [
      words.languageHint,
      'Clear speech with little background noise gives the best results. A microphone close to the speaker helps more than any setting.',
      `"${subtitles.ways.burn}": ${subtitles.notes.burn} "${subtitles.ways.track}": ${subtitles.notes.track}`,
      'If the video is too large, convert it to 360p on the home page first: only the audio matters for the transcript.',
    ],
    troubles: [
      {
        problem: words.noSpeech.title,
        answer: `${words.noSpeech.description} ${words.noSpeechHint}`,
      },
      {
        problem: 'Names are misspelled.',
        answer:
          'Names are spelled as they sound. Correct them in the lines: downloads and subtitles use your edits.',
      },
      {
        problem: 'The text is in the wrong language.',
        answer: 'Choose the spoken language and extract the text again.',
      },
      { problem: 'My browser cannot play the video.', answer: words.cannotPlay },
    ],
  })
