import type { StartTexts } from './en.ts'

export const es: StartTexts = {
  allDone: 'Todo está listo. Encontrará esta guía de nuevo en el menú.',
  application: 'Crear una aplicación',
  applicationHelp:
    'Una aplicación es lo que llama al servicio de dos factores: su tienda, su app. Recibe una clave de API que se muestra una vez.',
  applicationWay: 'A las aplicaciones',
  cardTitle: 'Primeros pasos',
  code: 'Enviar un código y verificarlo',
  codeHelp:
    'El banco de pruebas envía un código a un número y lo comprueba. Sin pasarela, el mensaje queda en la bandeja de salida, donde puede leerlo.',
  codeWay: 'Al banco de pruebas',
  colleagues: 'Invitar a un colega',
  colleaguesHelp:
    'Dos propietarios son más seguros que uno: si uno pierde su llave de acceso, el otro lo deja entrar.',
  colleaguesWay: 'A los operadores',
  event: 'Crear un evento',
  eventHelp:
    'Dele un título, una fecha y un número de plazas. Los tipos, las opciones, el formulario y el programa pueden venir después.',
  eventWay: 'Crear un evento',
  makeOrganisation: 'Crear la organización',
  messages: 'Dejar salir los mensajes',
  messagesHelp:
    'Mientras no configure una pasarela de SMS o correo, cada mensaje se queda en esta máquina: bueno para probar, y nadie recibe nada.',
  messagesWay: 'Ver los ajustes',
  nextStep: 'A continuación: {step}.',
  open: 'Abrirlo a inscripciones',
  openGuide: 'Abrir la guía',
  openHelp: 'Publique el evento. Su página acepta entonces inscripciones y puede compartir su dirección.',
  openWay: 'Al evento',
  organisation: 'Dar nombre a su organización',
  organisationHelp:
    'Los eventos, las aplicaciones y los contactos pertenecen a una organización. La mayoría de los servidores tiene una.',
  organisationName: 'Nombre de la organización',
  organisationWay: 'A las organizaciones',
  passkey: 'Añadir una llave de acceso',
  passkeyHelp:
    'Usted entra con su teléfono, su ordenador o una llave de seguridad. Una segunda ayuda si se pierde la primera.',
  passkeyWay: 'A su cuenta',
  putAway: 'No mostrar aquí',
  start: 'Primeros pasos',
  startLead: 'De un servidor vacío a su primer evento y su primer código. Cada paso puede hacerse más tarde.',
  stepDone: 'hecho',
  stepsDone: '{done} de {total} pasos están hechos.',
}
