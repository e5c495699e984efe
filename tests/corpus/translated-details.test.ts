/**
 * Numbers, names, URLs and placeholders survive the bundled translator: 500 generated sentences per class of directions,
 * of which a sample is translated; all of them with THOROUGH=1.
 */
import type { LanguageId } from '@filesmith/contract/languages'
import type { EngineRuntime } from '@filesmith/engines/engine'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxUnderTest } from '../support/sandbox-under-test.ts'
import { everyNth, isThorough } from '../support/thorough.ts'

/** `#` is a number, `@` a person, `~` a URL or placeholder. */
const templates: Partial<Record<LanguageId, readonly string[]>> = {
  en: [
    'I paid # euros for the tickets at ~ yesterday.',
    'Please ask @ to send # copies before Friday.',
    'The meeting with @ begins at # and lasts two hours.',
    'You can download the file from ~ until # o’clock.',
    'Order # has been shipped to @ and will arrive soon.',
    'My neighbor @ has lived in this house since #.',
    'Write to @ or open ~ if you need help.',
    'The train leaves from platform # and the bus does not.',
    'More than # people signed the letter of @ last year.',
    'Replace ~ with your own name, then wait # seconds.',
  ],
  es: [
    'Ayer pagué # euros por las entradas en ~ con mi tarjeta.',
    'Por favor, pide a @ que envíe # copias antes del viernes.',
    'La reunión con @ empieza a las # y dura dos horas.',
    'Puedes descargar el archivo de ~ durante # días.',
    'El pedido # fue enviado a @ y llegará pronto.',
    'Escribe a @ o abre ~ si necesitas ayuda.',
  ],
  fr: [
    'Hier, j’ai payé # euros pour les billets sur ~ avec ma carte.',
    'Demandez à @ d’envoyer # copies avant vendredi.',
    'La réunion avec @ commence dans # minutes.',
    'Vous pouvez télécharger le fichier sur ~ pendant # jours.',
    'La commande # a été envoyée à @ et arrivera bientôt.',
    'Écrivez à @ ou ouvrez ~ si vous avez besoin d’aide.',
  ],
  zh: [
    '我昨天在 ~ 花了 # 欧元买票。',
    '会议从 # 开始，持续两个小时。',
    '您可以从 ~ 下载文件。',
    '订单 # 已经发货，很快就会到达。',
    '请把 ~ 换成您自己的名字，然后等待 # 秒。',
  ],
  ja: [
    '昨日 ~ で # ユーロのチケットを買いました。',
    '会議は # 分後に始まります。',
    'ファイルは ~ からダウンロードできます。',
    '注文 # は発送されました。',
    '# 人以上が手紙に署名しました。',
  ],
  ru: [
    'Вчера я заплатил # евро за билеты на ~ картой.',
    'Встреча начнётся через # минут.',
    'Вы можете скачать файл с ~ в течение # дней.',
    'Заказ # отправлен и скоро придёт.',
    'Более # человек подписали письмо в прошлом году.',
  ],
  ar: [
    'دفعت # يورو ثمن التذاكر أمس.',
    'يمكنك تنزيل الملف من ~ الآن.',
    'تم شحن الطلب # وسيصل قريبا.',
    'يبدأ الاجتماع بعد # دقيقة.',
  ],
  hi: [
    'मैंने कल टिकट के लिए # यूरो दिए।',
    'आप फ़ाइल ~ से डाउनलोड कर सकते हैं।',
    'ऑर्डर # भेज दिया गया है।',
    'बैठक # मिनट में शुरू होगी।',
  ],
}

const givenNames = [
  'Anna',
  'Peter',
  'Maria',
  'Thomas',
  'Laura',
  'Daniel',
  'Sofia',
  'Martin',
  'Clara',
  'David',
  'Elena',
]
const familyNames = [
  'Kowalski',
  'Schneider',
  'Fernandes',
  'Rossi',
  'Novak',
  'Garcia',
  'Lindgren',
  'Dubois',
  'Petersen',
]
const literals = [
  'https://example.com/a/b?id=42',
  'www.example.org/files',
  'support@example.net',
  '{name}',
  '{{count}}',
  '%s',
  '$USER',
  'report-2024.pdf',
  'https://example.de/über-uns#team',
  '<b>',
  'user_name',
  '--verbose',
  'https://sub.example.io:8080/path_(x)',
]
const numbers = [
  '12',
  '1998',
  '3.5',
  '250',
  '47',
  '10:30',
  '7',
  '1,250',
  '99.95',
  '0.5',
  '2024',
  '365',
  '15',
  '100000',
]

interface Case {
  readonly text: string
  readonly from: LanguageId
  readonly to: LanguageId
  /** Must occur in the translation. */
  readonly details: readonly string[]
  /** Digits of the numbers, whose separators may follow the other language. */
  readonly digits: readonly string[]
}

const latin: readonly LanguageId[] = ['en', 'es', 'fr', 'de', 'it', 'pt']
const dense: readonly LanguageId[] = ['zh', 'ja', 'ko']
const others: readonly LanguageId[] = ['ru', 'ar', 'hi']

const classes: readonly (readonly [string, readonly LanguageId[], readonly LanguageId[]])[] = [
  ['Latin to Latin script', ['en', 'es', 'fr'], latin],
  ['Latin script to Chinese, Japanese and Korean', ['en', 'es', 'fr'], dense],
  ['Latin script to Russian, Arabic and Hindi', ['en', 'es', 'fr'], others],
  ['Chinese and Japanese to Latin script', ['zh', 'ja'], latin],
  ['Russian, Arabic and Hindi to Latin script', ['ru', 'ar', 'hi'], latin],
  ['between other scripts', ['zh', 'ja', 'ru', 'ar', 'hi'], [...dense, ...others]],
]

/** Another element for every index, in an order that does not repeat with that of the others. */
function pick<Element>(elements: readonly Element[], index: number, stride: number): Element {
  const element = elements[(index * stride + Math.floor(index / elements.length)) % elements.length]
  if (element === undefined) throw new Error('nothing to pick from')
  return element
}

function casesOf(sources: readonly LanguageId[], targets: readonly LanguageId[]): Case[] {
  return Array.from({ length: 500 }, (_, index): Case => {
    const from = pick(sources, index, 1)
    const to = pick(
      targets.filter(target => target !== from),
      index,
      5,
    )
    const template = pick(templates[from] ?? [], index, 3)
    const person = `${pick(givenNames, index, 7)} ${pick(familyNames, index, 5)}`
    const [literal, number] = [pick(literals, index, 4), pick(numbers, index, 9)]
    const isNamed = template.includes('@') && latin.includes(from) && latin.includes(to)
    return {
      text: template.replace('#', number).replace('@', person).replace('~', literal),
      from,
      to,
      details: [...(isNamed ? [person] : []), ...(template.includes('~') ? [literal] : [])],
      digits: template.includes('#') ? [number.replace(/\D/g, '')] : [],
    }
  })
}

let runtime: EngineRuntime
beforeAll(async () => {
  runtime = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    disabledEngines: ['sharp', 'magick', 'ffmpeg', 'archive', 'ocr', 'speech'],
  })
}, 60_000)
afterAll(() => runtime.close())

async function translate({ text, from, to }: Case): Promise<string> {
  const chunks: string[] = []
  await runtime.translator?.translate({
    text,
    from,
    to,
    signal: new AbortController().signal,
    onChunk: chunk => void chunks.push(chunk),
  })
  return chunks.join('')
}

function lossesIn({ details, digits }: Case, translation: string): string[] {
  const found = (translation.match(/\d(?:[.,:'’\u00a0\u202f ]?\d)*/g) ?? []).map(number =>
    number.replace(/\D/g, ''),
  )
  return [
    ...details.filter(detail => !translation.includes(detail)),
    ...digits.filter(number => !found.includes(number)),
  ]
}

test.each(classes)(
  'numbers, names, URLs and placeholders survive: %s',
  async (_, sources, targets) => {
    const cases = everyNth(42, casesOf(sources, targets))
    const lost: string[] = []
    const untranslated: string[] = []
    for (const each of cases) {
      const translation = await translate(each)
      const losses = lossesIn(each, translation)
      if (losses.length > 0)
        lost.push(`${each.from}-${each.to} ${each.text} => ${translation}: ${losses.join(', ')}`)
      if (translation.startsWith('[?]')) untranslated.push(each.text)
    }
    expect(lost).toEqual([])
    expect(untranslated.length).toBeLessThanOrEqual(cases.length / 20)
  },
  isThorough ? 600_000 : 60_000,
)
