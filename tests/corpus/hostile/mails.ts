/** Mails, contacts, calendars and fonts that refer to the bait or are built to exhaust a reader. */
import { writeMsg } from '../support/write-msg.ts'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

export function hostileMails({ http, text, image }: Targets): HostileFile[] {
  const page = `<img src="${http}/mail.png"><img src="file://${image}"><iframe src="file://${text}"></iframe><link rel="stylesheet" href="${http}/a.css"><style>@import url(${http}/b.css)</style><script src="${http}/a.js"></script><img src="cid:a">`
  const mail = [
    `From: "${text}" <a@example.org>\r\nSubject: $(cat ${text})\r\nMIME-Version: 1.0`,
    'Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n',
    `${page}\r\n--x\r\nContent-Type: message/external-body; access-type=local-file; name="${text}"\r\n`,
    `\r\n--x\r\nContent-Type: image/svg+xml\r\nContent-ID: <a>\r\n`,
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="${http}/svg.png"/></svg>\r\n--x--`,
  ].join('\r\n')
  const card = `BEGIN:VCARD\r\nVERSION:4.0\r\nFN:${text}\r\nPHOTO:file://${image}\r\nSOURCE:${http}/card\r\nEND:VCARD\r\n`
  const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nSUMMARY:${text}\r\nDTSTART;TZID="../../..${text}":20260101T000000\r\nATTACH:${http}/calendar\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
  const font = Buffer.alloc(12 + 16 * 40)
  font.writeUInt32BE(0x00010000, 0)
  font.writeUInt16BE(40, 4)
  return [
    hostile('external', 'eml: references to servers and files', 'letter.eml', mail, ['eml']),
    hostile(
      'external',
      'msg: references to servers and files',
      'letter.msg',
      writeMsg({ texts: { '0037': text }, html: Buffer.from(page) }),
    ),
    hostile('external', 'vcf: a photo that is a local file', 'people.vcf', card, ['vcf']),
    hostile('external', 'ics: an attachment on a server', 'plan.ics', calendar, ['ics']),
    hostile('bomb', 'ttf: tables at the same place', 'text.ttf', font),
  ]
}
