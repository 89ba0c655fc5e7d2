import type { RecoveryTexts } from './en.ts'

export const fr: RecoveryTexts = {
  // settings and reminder
  settings: 'Téléphone neuf ou perdu',
  settingsNone:
    'Vous n’avez pas encore de fichier de récupération. Si vous perdez ce téléphone, votre identité est perdue.',
  settingsSaved: 'Fichier de récupération enregistré le {date}.',
  settingsCodes:
    'Enregistrez vos codes dans un fichier de récupération, au cas où vous perdriez ce téléphone.',
  settingsSave: 'Enregistrer un fichier de récupération',
  settingsMove: 'Passer à un nouveau téléphone',
  settingsRestore: 'Restaurer à partir d’un fichier',
  reminder: 'Avec un fichier de récupération, vous retrouvez votre identité si vous perdez ce téléphone.',
  reminderDismiss: 'Ne plus me le rappeler',
  // saving
  title: 'Fichier de récupération',
  lead: 'Si vous perdez ce téléphone, le fichier et sa phrase secrète rétablissent vos identités et vos codes sur un nouveau.',
  nothing: 'Il n’y a encore rien à enregistrer. Créez d’abord une identité ou ajoutez un code.',
  replaces: 'Votre fichier du {date} ne fonctionnera plus dès que vous en enregistrerez un nouveau.',
  passphrase: 'Phrase secrète',
  passphraseHelp: 'Au moins {count} caractères. Sans la phrase secrète, personne ne peut ouvrir le fichier.',
  passphraseAgain: 'Répéter la phrase secrète',
  passphraseShort: 'Cette phrase secrète est trop courte : utilisez au moins {count} caractères.',
  passphraseSimple: 'Cette phrase secrète est facile à deviner. Choisissez-en une autre.',
  passphraseDiffers: 'Les phrases secrètes ne correspondent pas.',
  suggest: 'Proposer une phrase secrète',
  suggested: 'Votre phrase secrète',
  suggestedNote: 'Notez-la avant de continuer. Elle n’est enregistrée nulle part.',
  create: 'Créer le fichier',
  creating: 'Création…',
  saveTitle: 'Enregistrer votre fichier',
  saveLead:
    'Conservez-le en dehors de ce téléphone, par exemple sur votre ordinateur ou dans votre espace cloud. Gardez la phrase secrète à un autre endroit.',
  save: 'Enregistrer le fichier',
  saved: 'Je l’ai enregistré',
  savedBusy: 'Activation…',
  notActive: 'Le fichier ne fonctionne pas encore.',
  outdated:
    'Vos identités ont changé depuis la création du fichier : il ne fonctionne pas. Créez-en un nouveau.',
  startAgain: 'Recommencer',
  doneTitle: 'Votre fichier de récupération est prêt',
  doneLead:
    'Si vous perdez ce téléphone, ouvrez cette appli sur un nouveau et choisissez « J’ai un fichier de récupération ».',
  doneLater:
    'Enregistrez un nouveau fichier quand vous ajoutez un code ou une identité : celui-ci ne les contient pas.',
  // restoring
  restoreTitle: 'Restaurer à partir d’un fichier',
  restoreLead: 'Choisissez votre fichier de récupération et saisissez sa phrase secrète.',
  choose: 'Choisir un fichier',
  chooseOther: 'Choisir un autre fichier',
  open: 'Ouvrir le fichier',
  opening: 'Ouverture…',
  faultDamaged: 'Ce n’est pas un fichier de récupération, ou il est endommagé. Choisissez un autre fichier.',
  faultPassphrase: 'Phrase secrète incorrecte. Vérifiez l’orthographe.',
  faultServer: 'Ce fichier appartient à un autre serveur : {server}. Ouvrez l’authentificateur là-bas.',
  foundTitle: 'Restaurer sur ce téléphone ?',
  foundLead: 'Enregistré le {date}. Le téléphone perdu ne pourra plus utiliser ces identités.',
  foundCodesLead: 'Enregistré le {date}.',
  foundCodes: '{count} {count|code|codes} à usage unique',
  restore: 'Restaurer ici',
  restoring: 'Restauration…',
  block: 'Seulement bloquer le téléphone perdu',
  blockAsk:
    'Ces identités seront désactivées définitivement. Les sites qui vous connaissent par elles ne vous reconnaîtront plus, et le fichier ne pourra pas les rétablir.',
  blockYes: 'Désactiver',
  restoredTitle: 'Vous avez tout retrouvé',
  restoredLead:
    'Le contenu du fichier est maintenant sur ce téléphone. Le fichier reste valable : gardez-le.',
  restoredVerify:
    'Pour partager votre adresse e-mail ou votre numéro de téléphone avec un site, vérifiez-les à nouveau.',
  restoredServices:
    'Les codes de ces services fonctionnent ici. Pour recevoir aussi leurs demandes, associez à nouveau ce téléphone auprès du service :',
  stateRestored: 'restaurée',
  stateHere: 'déjà sur ce téléphone',
  stateBlocked: 'désactivée',
  stateFailed: 'échec',
  someFailed: 'Tout n’a pas fonctionné',
  notAccepted:
    'Le serveur n’accepte pas le fichier pour cette identité. Vous avez peut-être enregistré un fichier plus récent, ou l’identité a été désactivée.',
  blockedTitle: 'Le téléphone perdu est bloqué',
  blockedLead: 'Plus personne ne peut utiliser ces identités.',
  retry: 'Réessayer',
}
