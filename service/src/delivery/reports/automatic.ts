import { fieldOf } from './mail/fields.ts'
import type { Message } from './mail/message.ts'

/** What a program answered that isn't a report: someone is away, a ticket was opened, or a person is asked to confirm; undefined if nothing says so. */
export function automaticAnswer(message: Message): 'challenge' | 'out_of_office' | undefined {
  if (isChallenge(message)) return 'challenge'
  return isAutomatic(message) ? 'out_of_office' : undefined
}

/** Characters of a challenge's text: they are short. */
const maxLength = 3000

/** Whether the sender is asked to do something before the mail is delivered. */
function isChallenge({ fields, subject, text }: Message): boolean {
  if (challengers.some(name => fields.has(name))) return true
  if (text.length > maxLength || fields.has('list-id') || fields.has('list-unsubscribe')) return false
  const said = `${subject}\n${text}`.replace(/\s+/g, ' ').toLowerCase()
  return isAsked.test(said) && isHeld.test(said) && isOurs.test(said)
}

/** TMDA, Active Spam Killer, Spam Arrest, Boxbe, qconfirm. */
const challengers = ['x-tmda-fingerprint-confirm', 'x-ask-auth', 'x-spamarrest-noauth', 'x-boxbe-ticket', 'x-qconfirm']

/** "Please confirm", "click here to be added", "reply to this message to be allowed". */
const isAsked =
  /\b(?:(?:to|please|must|and|you|simply|just|by) (?:\w+ ){0,2}(?:confirm|verify|validat|authenticat|approv|authori[sz]|whitelist)|allow(?:ed)?[ -]list|guest ?list|prove (?:that )?you|click(?:ing)? (?:on )?(?:the|this|here|below)|reply(?:ing)? to this|complete (?:the|this)|captcha|send an? (?:empty )?(?:message|reply|e-?mail))|bestätig|freischalt|confirme[rz]|cliqu|confirmar|haga clic|confermar|bevestig|подтверд|確認/

/** "… your message is held", "… that you aren't a spammer". */
const isHeld =
  /\b(?:(?:not (?:a |an )?(?:spam\w*|robot|machine|automated)|(?:you(?:'re| are)|is) (?:a )?(?:human|real person|legitimate)|anti-?spam|spam ?arrest|spam ?blocker|unsolicited (?:e-?)?mail|junk[- ](?:e-?)?mail|spam (?:protection|filter|prevention)|protected by|(?:reduce|stop|fight|control) spam)\b|(?:message|e-?mail|mail)s? (?:\S+ ){0,6}(?:is|are|was|been|being) (?:\S+ ){0,3}(?:held|wait-?listed|quarantined|waiting|pending|queued|on hold)\b|(?:one|first)[ -]time\b|ensure (?:the )?delivery|(?:will|to) be delivered\b|do(?:es)? not recogni[sz]e\b|unknown sender\b)|spamschutz|antispam|anti-spam|спам/

/** It speaks of the mail that was sent, or of who sent it. */
const isOurs =
  /\b(?:your|this|the) (?:(?:e-?)?mail|message|address|e-?mail address)\b|\b(?:ihre?|deine?) (?:nachricht|e-?mail|mail)|votre (?:message|courriel|e-?mail|adresse)|(?:su|tu) (?:mensaje|correo)|(?:tuo|suo|vostro) messaggio|(?:sua|seu) (?:mensagem|e-?mail)|uw (?:bericht|e-?mail)|ваше|メール/

/** Whether a program wrote it (RFC 3834, and what is older than that). */
function isAutomatic({ fields, subject }: Message): boolean {
  if (/^auto-(?:replied|generated|notified)/i.test(fieldOf(fields, 'auto-submitted') ?? '')) return true
  if (marks.some(name => fields.has(name))) return true
  if (/auto.?(?:reply|respon)|vacation/i.test(fieldOf(fields, 'precedence') ?? '')) return true
  if (/autorespon|auto_?reply|vacation|oof/i.test(fieldOf(fields, 'x-post-messageclass') ?? '')) return true
  return isAutomaticSubject.test(subject)
}

const marks = [
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-reply',
  'x-autoreply-from',
  'x-autoreply-domain',
  'x-mail-autoreply',
  'x-vacation',
  'x-away',
  'x-ooo',
  'x-auto-response',
]

/** How programs name their answers, in the languages in which they do. */
const isAutomaticSubject = new RegExp(
  [
    'out[ -]?of[ -]?(?:the )?office|\\boof\\b|\\booo\\b|on (?:vacation|holiday|leave|annual leave|maternity)|vacation (?:reply|message|notice|response)',
    'auto(?:matic|mated|mat)?[ -]?(?:e-?mail )?(?:reply|response|answer|respond\\w*|acknowledg\\w+|replied)|^(?:re: *)?auto ?:|away (?:from|message|notice|until)|i am away|currently away',
    '\\[?(?:ticket|case|request|support)[ #:-]*(?:id|no\\.?|number)?[ #:]*[\\w-]*\\d{3,}|(?:we (?:have )?received|thank you for|acknowledg\\w+|receipt of) your (?:e-?mail|message|request|inquiry|enquiry|ticket)|thank you for (?:contacting|writing|your)',
    'abwesen|nicht (?:im büro|im hause)|automatische (?:antwort|rückantwort|empfangs)|eingangsbestätigung|urlaub',
    "absence|absent|réponse auto|réponse d'absence|accusé de réception|message automatique|congés|en vacances",
    'respuesta automática|respuesta automatica|fuera de (?:la )?oficina|ausente|ausencia|vacaciones',
    'risposta automatica|fuori (?:sede|ufficio)|assenza|assente|in ferie',
    'resposta automática|resposta automatica|fora do escritório|ausência|férias',
    'automatisch (?:antwoord|bericht)|afwezig|niet aanwezig|buiten kantoor',
    'autosvar|automatisk(?:t)? svar|frånvaro|fravær|ikke på kontoret|poissa|automaattinen vastaus|lomalla',
    'automatyczna odpowiedź|autoodpowiedź|nieobecno|poza biurem|urlop|automatická odpověď|nepřítomn|mimo kancelář|automatikus válasz|házon kívül|szabadság',
    'автоответ|автоматический ответ|отсутств|в отпуске|автоматична відповідь',
    'otomatik (?:yanıt|cevap)|ofis dışı|izinde|αυτόματη απάντηση|εκτός γραφείου|răspuns automat|תשובה אוטומטית|مكتب|رد تلقائي',
    '自動(?:返信|応答|回覆)|不在|休暇|自动回复|自動回復|外出|부재중|자동 ?(?:회신|응답)|trả lời tự động|ตอบกลับอัตโนมัติ|balasan otomatis',
  ].join('|'),
  'i',
)
