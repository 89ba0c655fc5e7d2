import type { MovingTexts } from './en.ts'

export const fr: MovingTexts = {
  // the old phone
  title: 'Passer à un nouveau téléphone',
  lead: 'Ayez les deux téléphones à portée de main. Vos identités, services associés et codes à usage unique passent sur le nouveau téléphone et ne fonctionneront plus sur celui-ci.',
  private: 'Assurez-vous que personne d’autre ne voit les écrans.',
  nothing: 'Il n’y a encore rien à transférer.',
  start: 'Commencer',
  starting: 'Démarrage…',
  showTitle: 'Scannez ce code avec le nouveau téléphone',
  showLead: 'Pointez l’appareil photo du nouveau téléphone vers ce code et ouvrez le lien.',
  showInstalled: 'Si cette appli y est déjà installée, ouvrez-la et choisissez plutôt « Scanner ».',
  showUntil: 'Valable jusqu’à {time}.',
  showOver: 'Ce code a expiré.',
  showAgain: 'Créer un nouveau code',
  showLink: 'Lien pour le nouveau téléphone',
  showEnded:
    '« {name} » n’est pas transférée : cette identité a été désactivée ou a déjà été transférée. Vous pouvez la supprimer de ce téléphone.',
  showRefused:
    '{app} n’est pas transféré : le service ne connaît plus ce téléphone. Demandez-lui un nouveau lien et ouvrez-le sur le nouveau téléphone.',
  next: 'Suivant',
  scanTitle: 'Scannez le code du nouveau téléphone',
  scanLead: 'Quand vous choisissez « Transférer ici » sur le nouveau téléphone, il affiche un code.',
  scanBack: 'Afficher à nouveau mon code',
  scanWrong: 'Ce n’est pas le code affiché par le nouveau téléphone.',
  askTitle: 'Tout transférer maintenant ?',
  askLead:
    'Désormais, vous utiliserez le nouveau téléphone. Ces identités ne fonctionneront plus sur celui-ci.',
  askYes: 'Transférer maintenant',
  asking: 'Transfert…',
  askFailed: 'Pas encore transféré : {name}. {reason}',
  askTooLate: 'Le code du nouveau téléphone a expiré. Recommencez.',
  askMissing: 'Elle est nouvelle ou a changé depuis le début. Recommencez.',
  startAgain: 'Recommencer',
  strangerTitle: 'Commencez sur votre ancien téléphone',
  strangerLead:
    'Ce code appartient à un autre transfert, ou le transfert a pris trop de temps. Sur votre ancien téléphone, ouvrez les réglages et choisissez « Passer à un nouveau téléphone ».',
  // one-time codes
  codesTitle: 'Transférer vos codes',
  codesLead: 'Sur le nouveau téléphone, choisissez « Scanner les codes », puis pointez-le vers ce code.',
  codesPart: 'Code {place} sur {count}',
  codesDone: 'Terminé',
  // the end
  endTitle: 'Tout a été transféré',
  endLead: 'Vous pouvez utiliser votre nouveau téléphone. Effacez celui-ci avant de le donner.',
  endKept:
    'Avant d’effacer ce téléphone, vérifiez que vos codes et vos services apparaissent sur le nouveau.',
  leftTitle: 'Tout n’a pas été transféré',
  leftLead:
    'Ces identités sont encore sur ce téléphone. Ne l’effacez pas encore : recommencez pour les transférer.',
  // the new phone
  hereTitle: 'Transférer sur ce téléphone ?',
  hereLead: 'Continuez seulement si votre ancien téléphone affiche ce code en ce moment.',
  hereServices: '{count} {count|service associé|services associés}',
  hereCodes: '{count} {count|code|codes} à usage unique',
  hereYes: 'Transférer ici',
  hereBusy: 'Préparation…',
  hereOwn: 'Ce code est destiné à votre nouveau téléphone. Scannez-le là-bas.',
  answerTitle: 'Scannez ce code avec l’ancien téléphone',
  answerLead: 'Sur l’ancien téléphone, choisissez « Suivant » et pointez son appareil photo vers ce code.',
  answerWaiting: 'En attente de l’ancien téléphone…',
  answerLink: 'Lien pour l’ancien téléphone',
  serviceFailed:
    '{app} n’a pas pu être associé. Réessayez, ou demandez plus tard un nouveau lien au service.',
  serviceSpent:
    '{app} n’a pas pu être associé : son code a expiré, ou quelqu’un d’autre l’a utilisé. Si ce n’était pas vous, demandez au service de supprimer l’appareil inconnu, puis associez-y à nouveau ce téléphone.',
  serviceRetry: 'Réessayer',
  arrivedTitle: 'Votre identité est là',
  arrivedServices: 'Tout est là',
  arrivedLead: 'Vous pouvez désormais utiliser ce téléphone.',
  arrivedVerify:
    'Pour partager votre adresse e-mail ou votre numéro de téléphone avec un site, vérifiez-les à nouveau.',
  arrivedCodes: 'Dernière étape : scannez les codes à usage unique que votre ancien téléphone affiche.',
  arrivedScan: 'Scanner les codes',
}
