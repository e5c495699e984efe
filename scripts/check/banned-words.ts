/** Words that this project does not use, and what it says instead: docs/glossary.md in a form that can be checked. */

export interface BannedWord {
  /** Parts of an identifier, file name or code (`pictureUrl`, `film-reader.ts`), in lower case. */
  readonly parts?: readonly string[]
  /** Matched in comments, string literals of several words, and documentation. */
  readonly prose?: RegExp
  readonly instead: string
  /** Files in which the word is the right one, with the reason beside each entry. */
  readonly allowedIn?: readonly RegExp[]
  /** Identifiers and phrases that contain the word and are right everywhere. */
  readonly allowed?: RegExp
}

export const bannedWords: readonly BannedWord[] = [
  {
    parts: ['picture', 'pictures'],
    prose: /\bpictures?\b/i,
    instead: 'image; screenshot; frame of a video; graphic in a document',
    // The HTML element, the field names of file formats, and the option of the recognition result that clients read.
    allowed:
      /<\/?picture\b|picture-in-picture|METADATA_BLOCK_PICTURE|\bPICTURE\b|attached[ _]pic|pdf-to-pictures|Pictures\/|\/picture\b/i,
    // The field `picture` of recognition results, which are stored.
    allowedIn: [
      /recognition/,
      /^packages\/engines\/src\/ocr\/parts\//,
      /extraction-result\.tsx$/,
      /corpus\/ocr\.test/,
    ],
  },
  { prose: /\bmoving (?:image|picture)s?\b/i, instead: 'animated image' },
  { parts: ['film', 'films'], prose: /\bfilms?\b/i, instead: 'video' },
  {
    parts: ['recording', 'recordings'],
    prose: /\brecordings?\b/i,
    instead: 'audio, audio file; for a capture of something: capture',
  },
  { parts: ['jail', 'jailed', 'unjailed', 'jails'], prose: /\b(?:un)?jail(?:s|ed)?\b/i, instead: 'sandbox' },
  { parts: ['desk', 'desks'], prose: /\bdesks?\b/i, instead: 'queue, request table; panel, section' },
  {
    parts: ['bench'],
    prose: /\bbench(?:es)?\b/i,
    instead: 'workspace, file panel; in tests: harness; for measurements: benchmark',
    // Benchmarks are run by `npm run bench` and live in bench/.
    allowedIn: [/^bench\//, /^scripts\//, /\.md$/, /^package\.json$/, /^docs\//],
    allowed: /npm run bench|bench\/|\.bench\b/,
  },
  {
    parts: ['counter', 'counters'],
    prose: /\bcounters?\b/i,
    instead: 'drop zone, file panel',
    // A number that counts: Prometheus metrics, allowances, login attempts.
    allowedIn: [
      /^packages\/(?:server|engines)\//,
      /^docs\//,
      /^tests\/(?:integration|support|faults)\//,
      /^bench\//,
    ],
    allowed: /attempt counter|countersKeptDays/i,
  },
  {
    parts: ['ticket', 'tickets'],
    prose: /\btickets?\b/i,
    instead: 'result card',
  },
  { parts: ['shelf', 'shelves'], prose: /\bshel(?:f|ves)\b/i, instead: 'cache, registry' },
  { parts: ['door', 'doors'], prose: /\bdoors?\b/i, instead: 'API-key authentication, ingress' },
  {
    parts: ['errand', 'errands'],
    prose: /\berrands?\b/i,
    instead: 'OAuth transaction',
    // The name of the cookie in earlier versions.
    allowed: /filesmith_errand/,
  },
  {
    parts: ['accountbooks'],
    prose: /\b(?:account|billing) books\b|\bkeep\w* (?:the )?books\b/i,
    instead: 'ledger, billing transaction',
  },
  { parts: ['bell'], prose: /\bbells?\b/i, instead: 'wake signal' },
  {
    parts: ['lane', 'lanes'],
    prose: /\blanes?\b/i,
    instead: 'queue class',
    // The metric label, and the name in worker reports of earlier versions.
    allowedIn: [
      /migrations\//,
      /prometheus\//,
      /^docs\/administration\.md$/,
      /metrics\.test\.ts$/,
      /(?:engines\/workers|database\/schema|announce-worker)/,
    ],
  },
  {
    parts: ['told', 'tell', 'tells'],
    prose: /\b(?:told|tells?|telling)\b/i,
    instead: 'report, notify, say',
    allowed: /\btell (?:us|you)\b/,
  },
  { parts: ['news'], prose: /\bnews\b/i, instead: 'event, notification' },
  {
    parts: ['look', 'looks', 'looked'],
    prose: /\blook(?:s|ed|ing)? (?:at|into|after|for|again)\b/i,
    instead: 'inspect, check, poll, search; style (of text)',
    allowed: /^looks?(?:Like|-like)|^look(?:Up|up|-up|_up)$|looks like|looking for/,
  },
  {
    parts: ['stretch', 'stretches'],
    prose: /\bstretch(?:es)?\b/i,
    instead: 'segment, span, range, interval',
    allowed:
      /StretchHorizontal|a:stretch|stretch(?:ed|ing) (?:to|over)|items-stretch|self-stretch|font-stretch/,
  },
  {
    parts: ['piece', 'pieces'],
    prose: /\bpieces?\b/i,
    instead: 'chunk, segment, part, token',
    allowed: /sentencepiece/i,
    // The key in the vocabulary file of the translation model.
    allowedIn: [/\/mt12\//],
  },
  { parts: ['invention', 'inventions'], prose: /\binventions?\b/i, instead: 'hallucination' },
  { parts: ['ear', 'ears'], prose: /\bears?\b/i, instead: 'voice activity detection (VAD), level meter' },
  { parts: ['sleeve', 'sleeves'], prose: /\bsleeves?\b/i, instead: 'cover art' },
  { prose: /\bsee-through\b/i, instead: 'transparent' },
  {
    parts: ['ending', 'endings'],
    prose: /\bendings?\b/i,
    instead: 'extension; outcome',
    allowed: /line endings?|ending_balance|ending in\b|^ending$/,
  },
  { parts: ['storm', 'storms'], prose: /\bstorms?\b/i, instead: 'chaos test' },
  {
    parts: ['wall', 'walls'],
    prose: /\bwalls?\b/i,
    instead: 'import rules',
    allowed: /wall[- ](?:time|clock)|paywall/i,
  },
  {
    parts: ['house', 'houses'],
    prose: /\bhouses?\b/i,
    instead: 'architecture, deployment',
    // Sample sentences of the translation tests; the name of a glyph.
    allowedIn: [/\/translation\/.*\.test\.ts$/, /\/fonts\/glyph-names\.ts$/],
  },
  { prose: /\bfloors\b/i, instead: 'layers' },
  { parts: ['rooms'], prose: /\brooms\b/i, instead: 'modules, steps' },
  { prose: /\bno room\b/i, parts: [], instead: 'disk full, out of memory' },
  { parts: ['recipe', 'recipes'], prose: /\brecipes?\b/i, instead: 'step options' },
  { parts: ['whoever'], prose: /\bwhoever\b/i, instead: 'name the actor: the user, caller, client, worker' },
  {
    parts: ['somebody', 'someone'],
    prose: /\bsome(?:body|one)\b/i,
    instead: 'the user, another user, the caller',
    allowed: /someone (?:under|else)/,
  },
  {
    parts: ['nobody'],
    prose: /\bnobody\b/i,
    instead: 'no user, no client; anonymous',
    allowed: /'nobody'|nobody:|user nobody/,
    // The value of a metric label.
    allowedIn: [/prometheus\//, /ports\/metrics\.ts$/, /send-mails\.ts$/, /^docs\/administration\.md$/],
  },
  { parts: ['anew'], prose: /\banew\b/i, instead: 'again' },
  { prose: /\bshall\b/i, instead: 'will, must' },
  {
    prose: /\bof (?:our|its|their|his|your) own\b/i,
    instead: 'custom, built-in, separate, its own',
    allowed: /instead of our own/,
  },
  {
    prose: /(?<!there )\bis no\b(?! (?:longer|more|less|fewer|way|need|reason|point|such))/i,
    instead: 'is not a',
  },
  {
    prose: /\b(?:stands|stood)\b|\bstand (?:in|at|on|there|here|beside|behind|before|above|below|by|with)\b/i,
    instead: 'is, appears',
    allowed: /stands? for|stand in for/,
  },
  { prose: /\bgo(?:es)? on\b/i, instead: 'continues' },
  {
    prose: /\bhand(?:s|ed|ing)? (?:over|on|it|them|back|out)\b/i,
    parts: ['hand', 'handed'],
    instead: 'enqueue, deliver, pass, requeue',
    allowed: /by hand|left-hand|right-hand|on the other hand|second-hand/,
  },
  {
    prose: /\b(?:gives?|gave|given|puts?|takes?|taken|took) (?:it |them |this )?back\b/i,
    instead: 'requeue, refund, restore',
  },
  { prose: /\b(?:takes?|taken|comes?|came) (?:it |them )?home\b/i, instead: 'download' },
  { prose: /\b(?:swept|brought to an end)\b/i, instead: 'removed; shut down' },
  { parts: ['mend', 'mended', 'mends'], prose: /\bmend(?:s|ed|ing)?\b/i, instead: 'repair, fix' },
  {
    parts: ['colour', 'colours', 'coloured'],
    prose: /\bcolou?rs?\b(?<=colours?)|\bcoloured\b/i,
    instead: 'color',
    // A progress stage, which clients and stored jobs know.
    allowed: /^colour$/,
  },
  { parts: ['grey'], prose: /\bgrey\b/i, instead: 'gray' },
  {
    parts: ['organisation', 'organisations'],
    prose: /\borganisations?\b/i,
    instead: 'organization',
    // The provider id: part of the redirect URI registered with OpenID providers, and stored with identities.
    allowed:
      /^(?:filesmith_)?organisation(?:-only)?$|\/organisation\/|with\/organisation|provider=organisation|[`']organisation(?:-only)?[`']/,
  },
  {
    parts: ['cancelled', 'cancelling'],
    prose: /\bcancell(?:ed|ing)\b/i,
    instead: 'canceled, canceling',
    // A status, event and error code that clients compare, an anchor of the help, and a specified text.
    allowed:
      /^(?:[a-z]+[-.])?cancelled$|[`']cancelled[`']|=provider-cancelled|(?:failed|memory), cancelled|--> cancelled|cancelled -->|^cancelling$|#cancelling|Subscription Cancelled/,
  },
  { parts: ['licence', 'licences'], prose: /\blicences?\b/i, instead: 'license' },
  {
    prose:
      /\b(?:behaviour|favour|honour|recognis|optimis(?!tic)|normalis|serialis|initialis|authoris|summaris|minimis|maximis|synchronis|centre|metre|judgement)\w*\b/i,
    instead: 'American spelling',
    // Values of sharp, OpenDocument and our own stored stages and ability ids.
    allowed: /^centre$|hyperlink-behaviour|^recognise$|recognise-text/,
  },
]
