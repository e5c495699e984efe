/** Contacts and calendars: every version of vCard, iCalendar, tables and JSON, both ways. */
import type { FormatId } from '@filesmith/contract/formats'
import { describe, expect, test } from 'vitest'
import { useDataEngine } from './support/data-harness.ts'

const convert = useDataEngine()

const run = async (ability: string, from: FormatId, to: FormatId, content: string | Uint8Array) =>
  convert({ ability, from, to, content, options: { outputFormat: to } })
const contacts = (from: FormatId, to: FormatId, content: string | Uint8Array) =>
  run('contacts-convert', from, to, content)
const calendar = (from: FormatId, to: FormatId, content: string | Uint8Array) =>
  run('calendar-convert', from, to, content)

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const version4 = [
  'BEGIN:VCARD',
  'VERSION:4.0',
  'FN:Anna Berg',
  'N:Berg;Anna;M.;Dr.;',
  'ORG:Harbor\\, Inc.;Lights',
  'TEL;TYPE="cell,voice";VALUE=uri:tel:+49-30-1234',
  'EMAIL;TYPE=work:anna@example.org',
  'EMAIL;TYPE=home:anna@example.com',
  'ADR;TYPE=home:;;Pier 7;Hamburg;;20457;Germany',
  'NOTE:First line\\nsecond line\\; with semicolon and a very long text that is folded acro',
  ' ss lines',
  'CATEGORIES:Friends,Sailing',
  'BDAY:19800229',
  'X-TEAM;PRIO=1:Blue',
  'END:VCARD',
].join('\r\n')

describe('contacts-convert', () => {
  test('vCard 4.0 to JSON has every field', async () => {
    const { text } = await contacts('vcf', 'json', version4)
    expect(JSON.parse(text)).toEqual([
      {
        fullName: 'Anna Berg',
        firstName: 'Anna',
        middleName: 'M.',
        lastName: 'Berg',
        prefix: 'Dr.',
        organization: 'Harbor, Inc.',
        department: 'Lights',
        birthday: '19800229',
        emails: [
          { type: 'work', value: 'anna@example.org' },
          { type: 'home', value: 'anna@example.com' },
        ],
        phones: [{ type: 'cell', value: '+49-30-1234' }],
        addresses: [
          { type: 'home', street: 'Pier 7', city: 'Hamburg', postalCode: '20457', country: 'Germany' },
        ],
        categories: ['Friends', 'Sailing'],
        note: 'First line\nsecond line; with semicolon and a very long text that is folded across lines',
        others: [{ name: 'X-TEAM', params: { PRIO: ['1'] }, value: 'Blue' }],
      },
    ])
  })

  test('vCard 2.1 with quoted-printable, bare types, another encoding and a photo', async () => {
    const card = [
      'BEGIN:VCARD\r\nVERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen',
      'FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:J=FCrgen =',
      'M=FCller',
      'TEL;HOME;VOICE:030 1',
      'PHOTO;PNG;ENCODING=BASE64:',
      ` ${pixel.slice(0, 60)}`,
      ` ${pixel.slice(60)}`,
      '',
      'END:VCARD\r\n',
    ].join('\r\n')
    const [contact] = JSON.parse((await contacts('vcf', 'json', card)).text)
    expect(contact).toEqual({
      fullName: 'Jürgen Müller',
      firstName: 'Jürgen',
      lastName: 'Müller',
      phones: [{ type: 'home', value: '030 1' }],
      photo: `data:image/png;base64,${pixel}`,
    })
    const { notes, text } = await contacts('vcf', 'csv', card)
    expect(notes?.[0]).toMatch(/^Photos are left out of the table: 1 contact has one/)
    expect(text).toContain('Jürgen Müller,Jürgen,Müller,home,030 1')
  })

  test('JSON and CSV come back as the same contacts', async () => {
    const json = (await contacts('vcf', 'json', version4)).text
    const card = (await contacts('json', 'vcf', json)).text
    for (const line of card.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(JSON.parse((await contacts('vcf', 'json', card)).text)).toEqual(JSON.parse(json))
    const csv = (await contacts('vcf', 'csv', version4)).text
    const fromTable = JSON.parse(
      (await contacts('vcf', 'json', (await contacts('csv', 'vcf', csv)).text)).text,
    )
    const { others: _, ...expected } = JSON.parse(json)[0]
    expect(fromTable).toEqual([expected])
  })

  test('tables of mail services: names of columns, semicolons, quotes', async () => {
    const google =
      'Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value\nBo,"Li, Jr.",* Work,bo@example.org,Mobile,123\n'
    expect(
      JSON.parse((await contacts('vcf', 'json', (await contacts('csv', 'vcf', google)).text)).text),
    ).toEqual([
      {
        fullName: 'Bo Li, Jr.',
        firstName: 'Bo',
        lastName: 'Li, Jr.',
        emails: [{ type: 'work', value: 'bo@example.org' }],
        phones: [{ type: 'mobile', value: '123' }],
      },
    ])
    const outlook =
      'First Name;Last Name;E-mail Address;Mobile Phone;Business Street;Business City\nEva;Ng;eva@example.org;55;Quay 1;Oslo\n'
    const card = (await contacts('csv', 'vcf', outlook)).text
    expect(card).toContain('TEL;TYPE=CELL:55')
    expect(card).toContain('ADR;TYPE=WORK:;;Quay 1;Oslo;;;')
  })

  test('a table without contacts is refused with an example', async () => {
    await expect(contacts('csv', 'vcf', 'Price,Stock\n1,2\n')).rejects.toMatchObject({
      code: 'columns-missing',
    })
    await expect(contacts('json', 'vcf', '{"a": 1}')).rejects.toMatchObject({ code: 'columns-missing' })
    await expect(contacts('vcf', 'csv', 'nothing')).rejects.toMatchObject({ code: 'file-damaged' })
  })
})

const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
]
const meeting = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'X-WR-CALNAME:Work',
  ...zone,
  'BEGIN:VEVENT',
  'UID:1@example.org',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;TZID=Europe/Berlin:20260302T093000',
  'DTEND;TZID=Europe/Berlin:20260302T103000',
  'RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T000000Z',
  'EXDATE;TZID=Europe/Berlin:20260309T093000',
  'SUMMARY:Plan\\, review',
  'ORGANIZER;CN="Berg, Anna":mailto:anna@example.org',
  'ATTENDEE:mailto:bo@example.org',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER:-PT15M',
  'END:VALARM',
  'END:VEVENT',
  'BEGIN:VTODO',
  'UID:2@example.org',
  'DUE;VALUE=DATE:20260401',
  'SUMMARY:Paint the boat',
  'END:VTODO',
  'BEGIN:VEVENT',
  'UID:3@example.org',
  'DTSTART:20260501T080000Z',
  'SUMMARY:In UTC',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n')

describe('calendar-convert', () => {
  test('iCalendar to JSON and back keeps zones, repetition, alarms and tasks', async () => {
    const json = JSON.parse((await calendar('ics', 'json', meeting)).text)
    expect(json.name).toBe('Work')
    expect(json.timeZones).toHaveLength(1)
    expect(json.entries[0]).toEqual({
      type: 'event',
      summary: 'Plan, review',
      start: '2026-03-02T09:30:00',
      end: '2026-03-02T10:30:00',
      timeZone: 'Europe/Berlin',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T000000Z',
      organizer: 'Berg, Anna <anna@example.org>',
      attendees: ['bo@example.org'],
      uid: '1@example.org',
      others: [
        { name: 'DTSTAMP', value: '20260101T000000Z' },
        { name: 'EXDATE', params: { TZID: ['Europe/Berlin'] }, value: '20260309T093000' },
      ],
      alarms: [
        {
          others: [
            { name: 'ACTION', value: 'DISPLAY' },
            { name: 'TRIGGER', value: '-PT15M' },
          ],
        },
      ],
    })
    expect(json.entries[1]).toMatchObject({ type: 'task', due: '2026-04-01' })
    expect(json.entries[2]).toMatchObject({ start: '2026-05-01T08:00:00Z' })
    const written = (await calendar('json', 'ics', JSON.stringify(json))).text
    const again = JSON.parse((await calendar('ics', 'json', written)).text)
    expect(again.entries[0]).toEqual(json.entries[0])
    expect(again.timeZones).toEqual(json.timeZones)
    expect(written).toContain('DUE;VALUE=DATE:20260401')
  })

  test('a table keeps times, zones and rules, and gets a description of its zones', async () => {
    const { text: csv, notes } = await calendar('ics', 'csv', meeting)
    expect(csv).toContain('event,"Plan, review",2026-03-02T09:30:00,2026-03-02T10:30:00,,,Europe/Berlin')
    expect(notes).toEqual(['Fields and alarms without a column are left out: 2. JSON keeps them.'])
    const written = (await calendar('csv', 'ics', csv)).text
    expect(written).toContain('DTSTART;TZID=Europe/Berlin:20260302T093000')
    expect(written).toContain('RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T000000Z')
    // Summer time starts in Germany on 2026-03-29 at 2 o'clock.
    expect(written).toContain(
      'BEGIN:DAYLIGHT\r\nDTSTART:20260329T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n',
    )
  })

  test('tables of calendar services', async () => {
    const csv =
      'Subject,Start Date,Start Time,End Date,End Time,All Day Event\nDinner,11/18/2026,7:30 PM,11/18/2026,9:00 PM,False\nHoliday,12/25/2026,,12/26/2026,,True\n'
    const written = (await calendar('csv', 'ics', csv)).text
    expect(written).toContain('DTSTART:20261118T193000\r\nDTEND:20261118T210000\r\nSUMMARY:Dinner')
    expect(written).toContain('DTSTART;VALUE=DATE:20261225\r\nDTEND;VALUE=DATE:20261226\r\nSUMMARY:Holiday')
    await expect(calendar('csv', 'ics', 'a,b\n1,2\n')).rejects.toMatchObject({ code: 'columns-missing' })
  })
})

describe('contacts and calendars: hostile files', () => {
  test('text of a table cannot add lines, components or properties', async () => {
    const csv =
      'Summary,Start,UID\n"a\nEND:VEVENT\nBEGIN:VEVENT",2026-01-01,"x\r\nATTACH:file:///etc/passwd"\n'
    const { text } = await calendar('csv', 'ics', csv)
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
    expect(text).not.toMatch(/^ATTACH/m)
    const json = JSON.stringify([
      { fullName: 'a', others: [{ name: 'END', value: 'VCARD\r\nX:1' }], __proto__: 1 },
    ])
    expect((await contacts('json', 'vcf', json)).text.match(/^X:1/m)).toBeNull()
    const zones = JSON.stringify({
      entries: [{ summary: 'a', start: '2026-01-01' }],
      timeZones: ['BEGIN:VTIMEZONE\nBEGIN:VEVENT\nEND:VEVENT\nEND:VTIMEZONE'],
    })
    expect((await calendar('json', 'ics', zones)).text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1)
  })

  test.each([
    ['nested components', 'vcf', 'BEGIN:VCARD\n'.repeat(100_000)],
    ['one endless folded line', 'vcf', `BEGIN:VCARD\nNOTE:${'a\n '.repeat(200_000)}\nFN:x\nEND:VCARD\n`],
    [
      'quoted-printable without end',
      'vcf',
      `BEGIN:VCARD\nNOTE;QUOTED-PRINTABLE:${'=\n'.repeat(200_000)}\nEND:VCARD`,
    ],
    ['thousands of parameters', 'vcf', `BEGIN:VCARD\nFN${';A="b,c'.repeat(50_000)}:x\nFN:y\nEND:VCARD\n`],
    ['a card of prototypes', 'vcf', 'BEGIN:VCARD\nFN;__proto__=a;constructor=b:x\n__PROTO__:1\nEND:VCARD\n'],
    ['separators only', 'vcf', `BEGIN:VCARD\nN:${';'.repeat(200_000)}\nFN:x\nEND:VCARD\n`],
  ] as const)(
    '%s ends in time, with a result or a refusal',
    async (_what, from, content) => {
      const outcome = await contacts(from, 'json', content).then(
        ({ text }) => JSON.parse(text),
        error => error as { code: string },
      )
      expect(Array.isArray(outcome) || outcome.code === 'file-damaged').toBe(true)
    },
    20_000,
  )
})
