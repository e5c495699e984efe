/** Help: Video to Text. */
import { speechLanguages } from '../../languages.ts'
import { videoTextMessages as words } from '../../messages/video-text.ts'
import { addSubtitles } from '../../operations/add-subtitles.ts'
import { extractVideoText } from '../../operations/extract-video-text.ts'
import { formatNames, joinWith, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { done, subtitles } = words

export const video2textArticle = toolSections({
  what: [
    'It writes down what is said in a video, line by line with the times, so that you can read, search, edit and quote it.',
    'The text can become subtitles, be translated, and be put into the video itself.',
    'Silence and music are left out: nothing is written that nobody said.',
  ],
  steps: [
    'Drop a video on the page, or choose it.',
    `Choose the "${words.language}", or "${words.detect}". Say whether you want the times in the text.`,
    `Press "${words.extract}". It takes a while; you can leave the page and come back.`,
    `Read it under "${words.resultsTab}": as text, or as lines that follow the player. Press a line to go there; a double click edits it.`,
    `Copy it or press "${done.download}", or save it as ${joinWith('or', Object.values(done.saveAs))}.`,
  ],
  formats: [
    {
      facts: [
        { label: 'In', value: formatNames(extractVideoText.inputs) },
        { label: 'Out', value: `Text (TXT), ${Object.values(done.saveAs).join(', ')}` },
        {
          label: 'Video with subtitles',
          value: `${formatNames(addSubtitles.outputs)}; ${Object.values(subtitles.ways).join(' or ').toLowerCase()}`,
        },
        { label: 'Languages', value: `${joinWith('and', Object.values(speechLanguages))}` },
      ],
    },
  ],
  limits: [
    ...sizeFacts(extractVideoText.maxBytes),
    { label: 'Counts as', value: 'one conversion; a video with subtitles is another one' },
    keptFact,
  ],
  tips: [
    words.languageHint,
    'Clear voices and little noise help most. A microphone near the speaker beats any setting.',
    `"${subtitles.ways.burn}": ${subtitles.notes.burn} "${subtitles.ways.track}": ${subtitles.notes.track}`,
    'Is the video too large? Its text needs only the sound: convert the video to 360p on the home page first.',
  ],
  troubles: [
    {
      problem: words.noSpeech.title,
      answer: `${words.noSpeech.description} ${words.noSpeechHint}`,
    },
    {
      problem: 'Names are written wrongly.',
      answer:
        'They are written as they sound. Correct them in the lines: downloads and subtitles use what you see.',
    },
    {
      problem: 'The text is in the wrong language.',
      answer: 'Choose the language that is spoken and extract it again.',
    },
    { problem: 'My browser cannot play the video.', answer: words.cannotPlay },
  ],
})
