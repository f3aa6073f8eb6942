/** How hosts say, folded as in `words.ts`, that nobody has an address: regular expressions. */
export const missingMailbox: readonly string[] = listed()

function listed(): string[] {
  const mailbox =
    '(?:user ?(?:name|id)?|recipients?|mail ?box|(?:e-?mail )?account|address(?:ee)?(?:es)?|alias|customer|local[ -]?part|person|inbox|subscriber|member)'
  const missing =
    "(?:unknown|(?:(?:was|is|are|could|can) ?)?(?:not|n't) (?:be )?(?:found|known|exist(?:ing)?|listed|recogni[sz]ed|resolved?|registered)|(?:does|do|did)(?: not|n't|nt) exist|no longer (?:exists?|valid|in use|available|on server|here)|invalid|incorrect|(?:is )?not (?:a )?valid|nonexistent|non-existent|has been (?:deleted|removed))"

  return [
    // "Mailbox not found", "User is unknown here", "The email account that you tried to reach does not exist".
    `\\b${mailbox}\\b(?:(?!\\b(?:domain|host|system|server)\\b)[^.;]){0,60}?\\b${missing}\\b`,
    // "No such user", "Unknown local part", "Invalid recipient", "not a valid mailbox".
    `\\b(?:no such|unknown|invalid|non-?existent|no|not an? (?:valid|known|existing)|unknown or (?:illegal|invalid)|incorrect|illegal|bad|couldn't find|can't find|cannot find)(?: (?:local|virtual|e-?mail|destination|mail|valid|final delivery|smtp|rcpt|to))*[ -]${mailbox}\\b(?! (?:domain|syntax|format))`,
    "\\b(?:does(?: not|n't)|do not|don't) have an? (?:\\S+ )?(?:e-?mail )?(?:account|mailbox)\\b",
    '^(?!.*\\b(?:dns|domain|host|records?|server)\\b).*could(?:n.t| not) be found',
    'resolver\\.adr\\.(?:ex)?recip\\w* ?notfound|recipientnotfound|\\bnot our (?:customer|user)',
    'bad(?:rcptto|recipientto)|validrcptto|recipient not ok|bad_recipient|address_not_found',
    'incorrectly addressed|no longer an employee|cannot be verified|no one with that|deliver mail for',
    'not present in (?:the )?directory|missing home directory|not found recipient',
    '^\\W*does not exist\\W*$|\\bno mailbox here|mailbox (?:not found|does not exist)',
    '\\bunknown to (?:this|us)|\\bnot listed in\\b|\\bdid not match any|no longer (?:works|employed)',
    'unable to validate recipient|unknown rcpt|rcpt(?: to)?.{0,40} does not exist',
    '(?:adressat|benutzer|empfanger|postfach|mailbox|adresse|nutzer|konto)\\b.{0,40}(?:nicht bekannt|unbekannt|existiert nicht|nicht gefunden|nicht vorhanden|ungultig)',
    'unbekannte[rs]? (?:benutzer|empfanger|nutzer|adresse|postfach)',
    "(?:destinataire|utilisateur|boite|adresse|compte|usager)\\b.{0,40}(?:inconnue?|inexistante?|n'existe pas|n existe pas|invalide|introuvable)",
    '(?:usuario|buzon|cuenta|direccion|destinatario|casilla|correo)\\b.{0,40}(?:no existe|inexistente|desconocid[oa]|no encontrad[oa]|invalid[oa]|no valid[oa])',
    'no existe (?:el|la|este|esta|ese|tal|un)? ?(?:usuario|buzon|cuenta|direccion|destinatario)',
    'non esiste nessun utente',
    '(?:utente|casella|indirizzo|destinatario|destin\\.|account)(?!\\w).{0,40}(?:inesistente|non esiste|errat[oa]|sconosciut[oa]|non valid[oa]|non trovat[oa])',
    '(?:usuario|caixa|conta|endereco|destinatario)\\b.{0,40}(?:nao existe|inexistente|desconhecid[oa]|invalid[oa]|nao encontrad[oa]|nao cadastrad[oa])',
    '(?:gebruiker|mailbox|postvak|adres|ontvanger)\\b.{0,40}(?:bestaat niet|onbekend|niet gevonden|ongeldig)',
    'onbekende (?:gebruiker|ontvanger)',
    '(?:uzytkownik|konto|skrzynka|adres|adresat|odbiorca)\\b.{0,40}(?:nie istnieje|nieznan\\w+|nie znalezion\\w+|nie odnaleziono)',
    'nieznany (?:uzytkownik|odbiorca|adresat)|nie ma takiego',
    'brak (?:takiego )?(?:uzytkownika|konta|skrzynki|odbiorcy)',
    '(?:пользовател|ящик|адрес|получател|аккаунт|учетн).{0,40}(?:не существ|не наиден|неизвест|не зарегистр|удален)',
    '(?:нет такого|нет такои|неизвестн|несуществующ|не существует).{0,20}(?:пользовател|ящик|адрес|получател)',
    '(?:ユーザ|宛先|あて先|受信者|アドレス|メールボックス|アカウント|お客様).{0,80}(?:存在しま|存在しない|見つかりま|見つからない|不明|ありません)|宛先不明|ユーザ不明',
    '(?:用户|用戶|收件人|邮箱|郵箱|信箱|账号|帐号|帳號|帐户|地址|使用者|邮件地址).{0,20}(?:不存在|未找到|找不到|无效|無效|不正确|未知|没有找到)',
    '不存在.{0,10}(?:用户|邮箱|收件人|账号)|无此|查无此|查無此|没有这个(?:用户|邮箱)',
    '(?:사용자|수신자|계정|메일함|주소).{0,20}(?:존재하지|찾을 수|없)',
  ]
}
