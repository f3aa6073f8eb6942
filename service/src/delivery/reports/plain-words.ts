/** Whether words announce that a mail wasn't delivered, or not yet. */
export function announces(words: string): boolean {
  return announcement.test(words)
}

const announcement = new RegExp(
  [
    "un-?deliver|not (?:be )?(?:delivered|sent|reach)|could ?n[o']t (?:be )?(?:deliver|sen[dt]|reach)|(?:unable|failed|impossible) to (?:deliver|send|reach|relay)|not (?:possible )?to deliver|cannot (?:be )?(?:deliver|sen[dt])",
    'return(?:ed|ing)? (?:mail|message|to sender|e-?mail|email)|(?:mail|message|e-?mail) (?:\\w+ ){0,4}(?:returned|bounced|rejected|refused|blocked)|bounced? (?:mail|message)|mail (?:system |transaction )?error|rejected (?:mail|message)',
    'error (?:while )?sending|trouble (?:delivering|sending)|fail(?:ed|ure)? (?:notice|delivery|mail|notification)|deliver(?:y|ies) (?:\\w+ ){0,4}(?:fail|error|problem|status|notification|report|delay|unsuccessful|impossible)|delivery to the following|non-?deliver|mail failure|message (?:delivery )?(?:fail|error)|problem delivering',
    'deliver(?:y|ies) warning|has been postponed|warning: (?:could not|message)|(?:delayed|still (?:be)?ing) (?:mail|delivery|message)|has (?:not )?(?:yet )?been (?:delayed|delivered|deferred)|delay notification',
    'user unknown|unknown user|no such user|mailbox (?:is )?(?:full|unavailable)|quota exceeded|permanent (?:fatal )?error|did not reach|have failed|addresses had|failed recipient|transcript of session|following (?:address|recipient)',
    'unzustellbar|nicht (?:\\S+ )?(?:zugestellt|zustellbar|ausgeliefert)|zustell(?:ung|fehler)|rückläufer|rücksendung|retour',
    "non (?:remis|distribu|délivr)|échec|n'a pas pu être|pas été (?:remis|distribu|délivr)|impossible de (?:remettre|livrer|distribuer)|retourné|non livré",
    'no se (?:ha )?(?:podido|puede|pudo)|no entregad|devuelto|rechazado|falló|error (?:de|en la) entrega',
    'mancat[ao] (?:consegna|recapito)|non (?:è stato possibile|recapit|consegn)|impossibile (?:recapitare|consegnare)|respinto|errore di consegna',
    'não (?:foi )?(?:entregue|possível|pôde)|devolvid|falha n[ao]|erro (?:de|na) entrega|recusad',
    'onbestelbaar|niet (?:\\S+ )?(?:afgeleverd|bezorgd|worden)|afleverings|ikke leveres|inte levereras|kunde inte|ei voitu|oleverer|olevererbart|toimitta',
    'niedostarcz|nie (?:może|mogła|został)|zwrot|nedoručiteln|nelze doručit|kézbesít|teslim edil|iletilemedi|nelivr',
    'не (?:доставлен|может быть|удалось|была)|недоставлен|возврат|невозможно|ошибка (?:при )?(?:доставк|отправ)|не достав',
    'エラー|配信(?:でき|不能|失敗|され)|送信でき|配達|届け|届きません|不達|返送|見つから',
    '退信|退回|退件|无法(?:送达|投递|发送)|無法(?:送達|投遞|寄送|傳送)|投递失败|发送失败|失败|未送达|被拒绝|반송|배달|전송.{0,6}실패|수신.{0,6}없',
  ].join('|'),
  'i',
)

/** Whether a report says that its host still tries. */
export function isDelay(subject: string, head: string): boolean {
  const words = `${subject}\n${head}`
  return stillTrying.test(words) && !givenUp.test(words)
}

const stillTrying =
  /\bdelay(?:ed)?\b|warning: (?:could not|message|delivery|mail|e-?mail)|this is (?:only )?a warning|will (?:continue|keep|be re-?tr|try|attempt|retry)|(?:do not|don't|no) need to re-?send|still (?:be )?(?:trying|being|attempting)|has not (?:yet )?been delivered|been postponed|not yet (?:been )?delivered|temporarily (?:delayed|deferred)|verzöger|retardé|retrasad|задерж|遅延|延迟/i

const givenUp =
  /giv(?:en|ing) up|permanent(?:ly)? (?:error|fail|fatal)|(?:no longer|not) (?:going to )?(?:try|retry)|will not be (?:retried|tried)|has been (?:removed|returned)|returned to sender|final(?:ly)? fail|could not be delivered (?:to|for|after)|undeliverable|failed permanently|failure notice/i

/** Whether a line begins the returned mail. */
export function isReturnedMark(line: string): boolean {
  return line.length <= 300 && returnedMarks.some(mark => mark.test(line))
}

const returnedMarks: readonly RegExp[] = [
  // A delivery status that is part of the text; the returned header itself.
  /^(?:reporting-mta|(?:final|original)-recipient) ?:/i,
  /^(?:received: (?:from|by|\()|return-path: ?<|dkim-signature: |message-id: ?<|mime-version: ?\d|x-mailer: )/i,
  // "--- Original message follows.", "|---- Message text follows: ----|".
  /^[\s>|]*[-=_*+#]{2,}.{0,30}\b(?:original|returned|undelivered|unsent|copy|headers?|attached|message (?:text )?follows|your (?:message|mail))\b.{0,60}$/i,
  // "Original message follows.", "Unsent message below", "Old message:", "Your mail reads".
  /^\W{0,10}(?:the )?(?:original|returned|unsent|undelivered|failed|rejected|old)(?: undeliverable)? (?:message|mail|e-?mail)(?:'s)?(?: headers?| body| text)?(?: in full| as received| text| begins| is| was)? ?(?:follows|below|attached|is as follows|is below|reads|was)?\W{0,4}$/i,
  /^\W{0,10}your (?:message|mail|e-?mail)(?: headers?| body| text)? (?:follows|below|reads|was)\W{0,4}$/i,
  /\b(?:original|undelivered|unsent|returned|copy of the|copy of your)\b.{0,60}\bfollows?\W{0,6}$/i,
  // "The first 50 lines of your message", "Below this line is a copy", "This is the original message".
  /^\W{0,10}(?:the )?first \d+ lines of (?:the|your) (?:original )?(?:message|mail)\b/i,
  /^\W{0,10}(?:below (?:this line )?is (?:a|the) |(?:here |this |following )is (?:a |the )?)(?:copy|original|header|first|message|returned)/i,
  /^\W{0,10}(?:a )?copy of (?:the|your) (?:original )?(?:message|mail|header)\b.{0,60}(?:follows|below|:)\W*$/i,
  // "Message header:".
  /^\W{0,10}(?:message|mail|e-?mail) (?:headers?|text|body|contents?)(?: follows?)?\W{0,4}$/i,
  /^[-=_*\s]{3,}(?:ursprüngliche|originalnachricht|message d'origine|mensaje original|messaggio originale|исходное|原メール|元のメール|原邮件)/i,
]
