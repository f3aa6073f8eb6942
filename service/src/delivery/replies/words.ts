import { normalized } from 'counterfoil/internal'
import type { Reason } from '../../basics/reasons.ts'
import { missingMailbox } from './mailbox-words.ts'

/**
 * A reply's words for {@link wordsOf}: without codes (each line repeats them), addresses and links, which may hold any word, and
 * without accents, in lower case.
 */
export function foldWords(text: string): string {
  const words = text
    .replace(/^\d{3}(?:[ -]+\d\.\d{1,3}\.\d{1,3}\b|[ -]|$)/gm, ' ')
    .replace(/[^\s<>()"',;:]*(?:@|:\/\/)[^\s<>]*/g, link => ` ${listHost.exec(link)?.[0] ?? ''} `)
  return normalized(normalized(words, 'NFKD').replace(/[\u0300-\u036f]/g, ''), 'NFC')
    .replace(/[’`]/g, "'")
    .replace(/\s+/g, ' ')
    .toLowerCase()
}

/** A reason, and the words that say so. */
export interface Wording {
  reason: Reason
  words: RegExp
  /** They are said of anything. */
  isVague?: boolean
}

/** What the words of {@link foldWords} say first; undefined if nothing. */
export function wordsOf(words: string): Wording | undefined {
  return wordings.find(wording => wording.words.test(words))
}

/** Those who keep lists, known by their links. */
const listHost =
  /spamhaus|spamcop|sorbs|barracuda(?:central|networks)|cloudmark|mail-abuse|senderbase|spamrl|invaluement|proofpoint\.com\/(?:dnsbl|\?ip)|ipcheck/i

const any = (...words: string[]) => new RegExp(words.join('|'))
const word = (...words: string[]) => new RegExp(`\\b(?:${words.join('|')})\\b`)

/** What words mean, the first that fits: what may be said of the sender, the message or the way between, before the mailbox. */
const wordings: readonly Wording[] = [
  {
    reason: 'tls',
    words: word(
      '(?:must issue|requires?|need) (?:a |an |the )?(?:starttls|tls|encrypt\\w+|secure connection)',
      '(?:starttls|tls|encryption|encrypted connection|secure connection)(?: \\w+){0,2} (?:required|needed|mandatory|failed)',
      'certificate (?:verif\\w+|expired|invalid|untrusted|has expired|rejected)',
      'tls (?:handshake|negotiation|session)',
    ),
  },
  {
    reason: 'content',
    words: any(
      'duplicate header|multiple (?:\\w+ )?headers|line (?:limit|length|too long)',
      'lines? (?:are|is) too long|(?:ofr|lpn)\\d*_5(?:06|13)',
    ),
  },
  {
    reason: 'greylisted',
    words: any(
      'gr[ae]y[ -]?list',
      'gr[ae]ylst',
      '\\btriplet\\b',
      'first time (?:we|that)',
      'greylist',
      'liste grise',
      'серы[ие]',
    ),
  },
  {
    reason: 'relay',
    words: word(
      'relay(?:ing|ed)? (?:(?:access|mail|is|was|operation|request)s? )?(?:is )?(?:denied|disallowed|prohibited|rejected|forbidden|refused|not (?:permitted|allowed|authorized|supported))',
      '(?:unable|not (?:permitted|allowed|configured|authorized|able)|refus\\w+|cannot|can not|do(?:es)? not|do(?:es)?n.t|will not|won.t|no) (?:to |we )?relay(?:ing)?',
      'we do not relay|allowed rcpthosts|not local(?! user| recipient)|no relaying',
      '(?:smtp |smtp-)?auth(?:entication)?(?: is)? (?:required|needed|failed|unsuccessful|credentials invalid)',
      'smtp authentication|must authenticate|log ?in first|authenticate first|bad credentials',
      'username and password not accepted',
      'as a relay|insecure mail relay|relaying mail|(?:do not|don.t|doesn.t|does not) handle mail',
      '(?:requires|require) (?:smtp )?authentication|authentication failure|credentials for relay',
      'sender account is disabled|too many login attempts|not verified|not subscribed|acces relais refuse',
      'relais (?:refuse|interdit)',
    ),
  },
  { reason: 'unavailable', words: any('procmail:|couldn.t create|command (?:died|failed)|pipe to') },
  {
    reason: 'policy',
    words: word(
      'not a member|non-?members?|members?-only|closed mailing list|organizational settings',
      'account is protected|recipient.{0,5} list of|only accept\\w* (?:mail|messages|e-?mails?) from',
      'permission to (?:post|send)|not (?:authorized|permitted|allowed) to (?:post|send) to',
    ),
  },
  {
    reason: 'rate_limited',
    words: any(
      '\\btoo (?:many|much) (?!hops|messages on the server|login|invalid headers|mail data|load|errors? in)(?:\\w+[ -]){0,3}(?:connections?|sessions?|recipients?|messages?|e?-?mails?|sends?|requests?|errors?|users?|concurrent)',
      '\\brate(?:s|d)?[ -]?(?:limit\\w*|control\\w*|exceeded)',
      '\\b(?:at|unusual|high|excessive|exceed\\w+)(?: an?| the| its?| your)?(?: \\w+){0,3} rate\\b',
      'throttl|queue quota|max(?:imum)? (?:number of )?(?:\\w+ ){0,2}(?:connections?|messages? per)\\b|slow(?:ing)? down|slower|excessive|frequency limited|too (?:quickly|fast|frequent|often)',
      '\\b(?:connection|concurrency|sending|message|hourly|daily|recipient)s?(?: rate| sending| relay| message| user sending)? (?:limit|quota|threshold)s?\\b',
      '\\bexceed\\w*(?: \\w+){0,5} (?:connections|messages per|recipients|per (?:hour|day|minute|connection|session))',
      '\\b(?:mail|message) flood',
      'trop de (?:connexions|messages|mails)|zu viele (?:verbindungen|nachrichten|mails|empfanger)',
      'demasiad[oa]s (?:conexiones|mensajes|correos)|troppe connessioni|troppi messaggi',
      'muitas (?:conexoes|mensagens)|te veel|zbyt wiele|слишком (?:много|часто)',
      'превышен.{0,20}(?:лимит|частот)|频率|過於頻繁|过于频繁|頻度|接続数',
    ),
  },
  {
    reason: 'reputation',
    words: any(
      '\\b(?:dmarc|spf|dkim|dkim-signature|ptr|rdns|fcrdns|sender ?id|rbl|dnsbl|surbl|sbl|xbl|pbl|senderbase|spamhaus|spamcop|sorbs|barracudacentral|barracudanetworks|cloudmark|invaluement|spamrl|ipcheck|mail-abuse)\\b',
      'reverse[ -]?(?:dns|host ?name|lookup|record|address)|proofpoint.com/(?:dnsbl|\\?ip)',
      '\\b(?:helo|ehlo)\\b|\\bblack ?hole|(?:black|block|deny|bad)[ -]?list\\w*',
      '(?<!not )(?<!un)\\blisted (?:in|at|on|by|as)\\b|\\breputation\\b|listing in|white[ -]?list',
      'sperrliste|schwarze liste|liste noire|lista negra|lista nera|черн.{0,3} спис|黑名单|黑名單|ブラックリスト',
      '\\bpurported responsible|unauthenticated',
      '\\bip (?:address )?(?:\\S+ )?(?:name lookup|blocked|rejected|banned|is blocked|is banned|refused)',
      'banned send\\w+|bad ip\\b|(?:dynamic|residential) (?:ip|address|range|host)|generic (?:ptr|hostname)',
      '\\b(?:client|sender|sending|connecting|your) (?:host|ip|server|domain|network|mta|hostname|mail server)s?\\b(?! (?:is )?temporar)',
      '\\bclient (?:host )?\\[',
      '\\b(?:senders?|mail[ -]?from|originator|return[ -]path|envelope[ -]from) ?:? ?(?:e-?mail )?(?:address|domain|verif\\w+|denied|rejected|refused|blocked|host|is not|not|unknown|invalid|undeliverable|callback|callout)',
      'envelope sender|in mail from|bad(?:mail|outbound)? ?(?:from|senders?)\\b|badmailfrom',
      'invalid (?:sender|return)|domain of sender|from:? (?:e-?mail )?(?:address|domain|header|verif\\w+|denied|rejected|refused|blocked|is not|invalid)|sender verif\\w*',
      'verif(?:y|ied|ication) (?:fail\\w+|for|of)|call ?(?:back|out)',
      '\\[?(?:tss|tsh|ts|ph|bl|au|iptso|ipts)\\d{2}\\]?|\\((?:s3140|s3150|s\\d{4})\\)',
      '\\b(?:rtr|rly|con|dyn|hvu):|\\b(?:ob|oc|sc|dy|ou)-\\d{3}\\b',
      'unsolicited mail originating|batv|backscatter|senderfilterconfig|sender policy framework',
      'remote ?host|pre-approved|list of senders|not allowed to send mail from|nameserver query|dns mx or|dns ptr',
      'unresolvable relay|requires (?:confirmation|that you verify)|bad ip profile|dynamic-ip|dial-?up',
      'your location|bogus|emetteur|use (?:the|your) (?:smtp|mail) (?:server|relay) of your|your isp',
      'go away|confirm this mail server|authentication (?:information|checks)|send (?:e-?)?mail directly',
      'user complaints|no access from mail server|open relay|part of their network',
      'network (?:is )?not allowed|not accepting connections|may not be mail exchanger|own(?:ed)? by user',
      'impersonat|spoof|\\bmail from \\[?\\d+\\.|\\(bl\\)',
      'connection (?:refused|rejected|denied|blocked) (?:by|for|due)|ip source bloquee',
      'geoip|geographical|country',
    ),
  },
  {
    reason: 'content',
    words: any(
      '\\b(?:(?:anti-?)?spam\\w*|filtered|virus\\w*|malware|phish\\w*|junk(?: ?mail)?|ube|uce|unsolicited|bulk (?:e-?)?mail|mass mailer|spammer|pattern detection|banned content|antyspamow\\w*|malicious|infected|suspicious|worm|viagra|scam)\\b',
      '\\b(?:message|mail|email|e-mail|its|your) (?:content|body|headers?|subject|format|text)s?\\b',
      '\\bcontents? (?:reject\\w*|filter\\w*|restriction\\w*|polic\\w*|block\\w*|error|is|was|den\\w+)',
      'headers? (?:error|too)|headers? (?:are|is) |attachments?\\b|file type',
      'potential security (?:issue|risk)|presents a potential|security threat|objectionable',
      'prohibited (?:content|file)|base64|password protected|rfc ?(?:2822|5322|822)|bare (?:lf|cr|linefeed)',
      'improperly|8-?bit|mime|uribl|blocked url|suspect link|considered',
      'werbung|schadsoftware|pourriel|indesirable|publicidad no|correo no deseado|posta indesiderata|спам',
      'вирус|垃圾|病毒|迷惑メール|ウイルス|스팸',
    ),
  },
  {
    reason: 'mailbox_full',
    words: any(
      '\\b(?:over|out of|exceed\\w*|disk|mailbox|user|account|storage) ?-?(?:\\w+ ){0,3}quota',
      '\\bquota(?: \\w+){0,3} (?:exceed\\w*|reached|full|violation)|over-?quota|\\bquota\\b',
      '\\b(?:mail ?box|inbox|account|user|storage|folder|mail ?drop|disk|recipient)(?:.{0,40})\\b(?:full|overflow\\w*|overfull)\\b',
      '\\bfull (?:mail|in)box|too much mail data|exceeded (?:the )?(?:allowed |storage |local |its |disk )',
      'exhausted|zuviele mails auf|mailbox limit|storage (?:allocation|limit|space)',
      '(?:not enough|insufficient|no|out of)(?: \\w+)? (?:space|storage)|mailbox size',
      'mailfolder is full|too many messages on the server|mail ?box (?:\\w+ ){0,3}exceeds?|mail file size',
      'would exceed maximum',
      'postfach.{0,30}(?:voll|uberfullt)|speicherplatz|boite.{0,40}pleine|buzon.{0,30}llen|cuota',
      'casilla.{0,20}llena|casella.{0,30}piena|spazio (?:esaurito|insufficiente)',
      'caixa.{0,40}(?:cheia|lotada)|\\bcota\\b|(?:postvak|postbus|mailbox).{0,20}\\bvol\\b',
      'skrzynk.{0,40}(?:pelna|przepelnion)|переполн|ящик.{0,20}(?:полон|заполн)|квот|容量|已满|已滿|空间不足|いっぱい|満杯',
      '一杯|용량',
    ),
  },
  {
    reason: 'too_large',
    words: any(
      '\\b(?:message|mail|e-?mail|data|letter|size)(?: \\w+){0,4} (?:too (?:big|large|long)|exceeds?)\\b(?!.{0,30}quota)',
      '\\b(?:message|mail|maximum|max) ?size|size limit|too (?:big|large)\\b',
      'exceeds (?:the )?(?:fixed |allowed )?(?:maximum|size|limit)|zu gro(?:ss|ß)',
      'trop (?:gros|volumineux|long)|demasiado grande|troppo grande|muito grande|te groot',
      'zbyt (?:duz|wielk)|слишком большо|サイズ|过大|過大',
    ),
  },
  {
    reason: 'mailbox_disabled',
    words: any(
      '\\b(?:disabled|suspend\\w*|inactiv\\w*|not active|deactivated|(?:temporar\\w+ )?locked|frozen|discontinued|terminated|dormant|archived recipient|archivee|no longer valid|expired account|account (?:has )?(?:expired|closed|cancell?ed)|account (?:is |has been )?(?:blocked|closed|locked|on hold)|account.{0,30}(?:locked|blocked))\\b',
      '\\b(?:mailbox|user|recipient|account) (?:is |was |currently |not |has been )?(?:locked|closed|blocked|expired)\\b',
      "\\b(?:mailbox|user|recipient|account|address)(?: is| was)? (?:not|no longer|isn't|currently not|doesn't|does not) (?:currently )?accept(?:s|ing)?(?: any)? (?:messages?|mails?|e-?mails?)",
      'gesperrt|deaktiviert|inaktiv|deactivated|not an active|niedostepne|bloccat[oa]|ha expirado',
      'esta inactiv|estado: inactiv|desactivee|stillgelegt',
      'compte.{0,40}(?:bloque|desactive|suspendu|inactif|ferme)',
      'cuenta.{0,40}(?:bloquead|suspendid|desactivad|inactiv|deshabilitad)|disabilitat|disattivat',
      'sospes[oa]|conta.{0,40}(?:bloquead|suspens|desativad|inativ)|caixa.{0,40}inativ|gedeactiveerd',
      'geblokkeerd|opgeheven|zablokowan|nieaktywn|zawieszon|заблокир|отключ|неактив|停用|冻结|凍結|禁用|锁定|封禁|利用停止',
      '無効',
    ),
  },
  {
    reason: 'policy',
    words: word(
      'polic(?:y|ies)|prohibit\\w*|not (?:allowed|permitted|authorized|accepted for)|denied|denies|banned',
      'blocked|forbidden|restricted|administrative\\w*|not a member|recipient preferences|refused by',
      'rejected by|security',
      'richtlinien?|politique|politica|beleid|polityk\\w+',
    ),
  },
  {
    reason: 'dns',
    words: any(
      '\\b(?:temporary|temporarily|transient)?.{0,20}\\b(?:dns|name server|name service|lookup|resolver|mx)\\b.{0,30}\\b(?:fail\\w*|error|timeout|timed out|servfail|temporar\\w+)\\b(?!.{0,100}(?:not found|nxdomain|no such|null mx|unknown host))',
      'servfail|malformed or unexpected name server reply|host not found, try again',
    ),
  },
  {
    reason: 'unavailable',
    words: any(
      '\\btemporar\\w*|\\bcome back\\b|\\bin progress\\b|\\btry (?:it )?(?:again )?(?:later|in \\d)|\\btry again (?:after|at|in)|\\bretry\\b',
      '\\bplus tard\\b|spater|mas tarde|piu tardi|mais tarde|попозже|позже|稍后|稍後|しばらく',
    ),
  },
  {
    reason: 'mailbox_disabled',
    isVague: true,
    words: word(
      '(?:mailbox|user|recipient|account) (?:is |was |currently )*(?:unavailable|not available)(?!:? user not found)',
    ),
  },
  {
    reason: 'unknown_domain',
    words: any(
      '\\b(?:unknown|no such|invalid|non-?existent|unrouteable|bad) (?:domain|host|destination host|mail domain)\\b',
      '\\b(?:domain|host)(?: name| or domain name)?(?:(?! of sender)(?:[^.;]|\\.(?=\\S))){0,60} (?:unknown|not found|does ?n.t exist|does not exist|invalid)',
      'null ?mx|nxdomain|no (?:valid )?(?:mx|mail exchanger)s?(?: record| host)?s? (?:found|for|could)',
      "couldn't find (?:any|a) (?:host|mail exchanger)",
      "(?:does not|doesn't|not) (?:accept|receive) (?:e-?)?mail|no smtp service|unrouteable|unroutable",
      "no route to (?:domain|recipient)|domain (?:does not|doesn't) (?:accept|receive)|name service error",
      'domain must exist|name or service not known|account or domain may not exist',
      "\\b[\\w-]{1,60}(?:\\.[\\w-]{1,60}){1,5} (?:does not|doesn't) exist|bad destination system",
      'domane? (?:unbekannt|existiert nicht)|domaine (?:inconnu|inexistant)',
      'dominio (?:no existe|inexistente|desconocido|sconosciuto)|домен.{0,20}не (?:существ|найден)|域名不存在',
    ),
  },
  {
    reason: 'bad_address',
    words: any(
      '\\b(?:bad|invalid|malformed|illegal|incorrect)(?: \\w+){0,3} (?:syntax|format)',
      'syntax (?:error|of|is|in)(?: \\w+){0,3} (?:address|recipient|mailbox|parameters)',
      'malformed (?:address|recipient|e-?mail)|address (?:is )?malformed|smtputf8|internationali[sz]ed',
      'not a valid rfc|non-ascii|beyond ascii|invalid characters?',
    ),
  },
  {
    reason: 'unknown_mailbox',
    words: any(...missingMailbox),
  },
  {
    reason: 'network',
    words: any(
      '\\b(?:connection|connect|conversation|session)\\b.{0,60}(?:timed? ?out|refused|reset|lost|dropped|closed|failed)',
      '(?:timed? ?out|no route to host|unreachable|not reachable|network error|lost connection|could not connect|unable to connect|unable to connect|not accept our requests to connect|establish an smtp connection|no answer|not respond\\w*|did not respond)',
      'delivery expired|for more than|envelope expired|unable to resolve route|can.t connect',
      '(?:dns )?err(?:or)?: retry|(?:message|delivery time|queue|mail) (?:has )?expired',
      '(?:could not be|not|unable to) deliver\\w*(?: \\w+){0,4} (?:for|within|after|for the last) \\d',
      'has been delayed|in the queue too long|(?:have|has) been failing|delivery attempts',
      'attempts to deliver|multiple retries|giving up|not been collected|retry timeout',
    ),
  },
  {
    reason: 'unavailable',
    words: any(
      '\\b(?:service|system|server|resources?)\\b.{0,30}(?:not available|unavailable|refused?|busy|overload\\w*|shut\\w* down|down)',
      'closing (?:transmission )?(?:channel|connection)',
      '(?:internal|local|system|software|server|mailer|protocol|upstream|queue file write|configuration|unexpected) ?(?:\\w+ )?(?:error|failure|problem)',
      'too many hops|hop count|mail loop|routing loop|loops back|looping|forwarding loop|ldap',
      'mail system full|system full|\\bload\\b|out of memory|not accepting network|service refuse',
      'lock failure|transient',
    ),
  },
  {
    reason: 'policy',
    isVague: true,
    words: word(
      'reject\\w*|refus\\w*|not accept\\w*|unacceptable|unwelcome|abgelehnt|verweigert|refuse|rechazad[oa]',
      'rifiutat[oa]|recusad[oa]|geweigerd|odrzucon\\w+',
    ),
  },
  { reason: 'policy', isVague: true, words: any('отклон|отказ|拒绝|拒收|拒絕|拒否|거부') },
]
