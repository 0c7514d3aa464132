// SPDX-License-Identifier: MIT
// Made by scripts/examples --index from docs/guide.

extension Manual {
  /// Each page of the guide, and the headings of its sections, which are numbered from 0.
  static let guideSections = #"""
    install.md
     Install
     Debian
     Any Linux
     Python
     Lua
     Swift
     Containers
     The same pictures everywhere
     Releases
     For packagers
    getting-started.md
     Getting started
     Completion in the editor
     The names are Core Animation's
     A layer is a rectangle with a picture, in a tree
     The compass
     See it while you write
     When something is missing
    recipes.md
     Recipes
     A rounded photo with a shadow
     A ring that fills
     A card per row of a table
     Text on a photo
     A badge in a corner
     A reflected cover
     A progress bar
     A watermark
     Scenes of a page
    layers.md
     Layers
     The tree
     Geometry
     Points of other layers
     Transforms and depth
     Painting order
     Gradients
     Contents
     Masks and opacity
     Bitmaps
     Edges
     Blend modes and operators
     Clipping with a shadow
     Keys
     Parts of transforms
     Styles and defaults
     Other ways to write keys
     Custom keys
     Warnings and errors
    drawing.md
     Drawing
     Shapes
     Paths out of paths
     Shapes by name, and places along paths
     Morphs and lines drawn by hand
     Triangles and cells of points
     Icons of SVG files
     A drawing of your own
     Which hook draws
     When it draws
     Drawing and contents
     Classes
     The drawing context
    colours.md
     Colours
     Mixing and changing
     Gradients
     Palettes
     In Swift
    noise.md
     Noise and chance
     Noise
     Random numbers
     Points without clumps
     In Swift
    charts.md
     Charts
     Scales
     Numbers as text
     Axes and legends
     Recipes
     Bars
     Lines
     Areas, stacked
     Bars, stacked
     Donut
     Scatter
     In Swift
    text-and-images.md
     Text, images and data
     Text
     Alignment and line height
     Lines that are too long
     Fonts
     Weights, axes and features
     Emoji and other colour glyphs
     Attributed strings
     Hyphens and lines
     Lists and leaders
     Text that fits
     Columns and chains
     Text along a path
     Measuring
     Images
     Animated images
     SVG and PDF files
     Scales
     Sprites
     Files and comparisons
     Rendering inside a script
    layout.md
     Layout
     Autoresizing
     Constraints
     Layout managers
     Stacks
     Grids
     Options of a sublayer
     Sizes from content
     Why is it there?
    filters.md
     Filters
     Where filters go
     Changing them
     Keys
     Custom filters
     In Swift
     Differences from Core Image
    animation.md
     Animation and time
     Animations
     Begin, speed and repetition
     Additive and cumulative
     Springs
     Groups
     Keyframes and paths
     Transitions
     Adding and removing
     Presentation
     Transactions and actions
     The clock
     The time of a layer
     The time of sublayers
     Values for each frame
    time-lines.md
     Time lines
     Entries
     The line
     Films of time lines
     Easings
    states.md
     States
     Between two states
     Transitions
     Layers that share a state
     Wallpapers
     In Swift, Python, C++ and C
    replicators-and-emitters.md
     Replicators and emitters
     Replicators
     Emitters
     Rates and places that change
    scene-files.md
     Core Animation files
     Locked and unlocked
     What is read
     Elements
     What is written
     A wallpaper on a phone
    lottie.md
     Lottie
     Play
     Film
     Template
     Themes
     How it becomes layers
     What is not drawn
     Coming from lottie-web and lottie-ios
    scroll-tiled-drawable.md
     Scroll, tiled and drawable layers
     Scrolling
     Tiles
     Pixels of your own
     Drawing on other threads
    data.md
     Data: CSV, JSON and TOML
     Tables: CSV
     JSON
     TOML
     Arguments
    films.md
     Films
     Frames and time
     Sound
     Films in a picture
     While it runs
    batches.md
     Batches
     The table
     The names
     How it runs
     Lottie templates
    farm.md
     Films on many machines
     layerlua frames
     Running again
     Exit codes
     layerlua join
     On one machine
     Ray
     Cards by Ray Serve
     A queue in Redis
     Into an object store
     Slurm
     Kubernetes
     AWS Batch
    service.md
     Cards from a URL
     In ten minutes
     A script with parameters
     Serve and look
     Put nginx before it
     Sign the addresses
     Addresses
     Parameters
     Words of the service
     Answers
     Settings
     How it draws
     Measured
     Limits
     What each attack gets
     Scripts of strangers
     Running it
     systemd
     Containers
     Kubernetes
     Health
     Metrics
     Logs
     Stop and update
     Caches
     More machines
     Moving from Puppeteer
     Moving from Satori
    signed-urls.md
     Signed URLs
     How an address is signed
     Functions
     Python
     JavaScript
     PHP
     Ruby
     Java
     Shell and openssl
     Expiry
     Keys
    print.md
     Print: PDF and SVG
     Options
     Pages
     Rasterised parts
     SVG
    diagnosis.md
     Why is it not there?
     Blank pictures and their messages
     Silencing findings
     In scripts and programs
     How it works
    watch.md
     The live page
     Parts of the page
     Who can see it
    program.md
     The program
     Options
     The picture
     Pages
     Films
     Batches
     The script
     Scene and Lottie files
     Limits and files
     Messages
     Very large pictures
     Help while typing
     layerlua serve
     layerlua watch
     Inspecting the tree
     Frames on many machines
     Exit codes
     The sandbox
     Process isolation
    from-uikit.md
     From UIKit and Core Animation
     A badge
     Ten lines side by side
     Differences
    from-css.md
     From CSS
     A card
     Ten lines side by side
     Differences
    from-svg.md
     From SVG
     A sun
     Ten lines side by side
     Differences
    from-love.md
     From LÖVE
     A bouncing ball
     Ten lines side by side
     Differences
    from-processing.md
     From Processing and p5.js
     A row of circles
     Ten lines side by side
     Differences
    from-manim.md
     From manim
     A square becomes a circle
     Ten lines side by side
     Differences
    from-remotion.md
     From Remotion
     A title that springs in
     Ten lines side by side
     Differences
    embedding.md
     Embedding
     Swift
     Running scripts
     The files of scripts
     Functions and values for scripts
     Layers and values
     Pictures
     Time
     Ending and threads
     Layers without Lua
     Typed properties
     Name clashes
     C
     C++
     Python
     The stock Lua
    faces.md
     The faces, side by side
     Engines
     The configuration of an engine
     Errors, warnings and findings
     Layers and their values
     Scenes of Core Animation
     States
     Pictures
     Films
     Images
     Offers of a host to scripts
     Functions of scripts
     For scripts alone
    """#

  /// Its words: the number of letters shared with the word before, the others, and the sections.
  static let guideWords = #"""
    0a10 ~~Z 1ac ~x 1bbreviation } 2iliti + 2out /3.('/'$3<$;%;l8: 3ve ,J(>'+b*!l%2& 2sent ~s 1ccent x 4pt ~r%
    3ount ~L& 2t ~/%L 3ion K&e1%,0 3s ^O0 3ual P 1dd !'I_@+~, 3ed N1;'5/'!$$+!'~'- 3ing ?~* 4tion ~~y 6ve ~B;
    3ress }*U%(r*$+& 3s ^=F/$$*=~% 2justment ~i! 2vanc }?? 6e ~] 1ffect ~*T}
    2ter !A,!.&*8%(*!%-'%'!!%!($'$''!%%g*+$'2) 5ward 0~? 1gain MU)&!1?%/t5. 5st ~< 2ree U 1lia ~, 4s y 3gn j6%j
    5ment |!%0$! 3ke ~~^ 2low K'gN,&d(/+! 2one Fp8.~!>0- 4g H,P+&/'&4/ 2pha :+%%$.&$B,.%$>(0)d?
    2so $?)!$$!!+!!%.!!,(!$!%&+$$!!!%!!($&/$&!'*%!%!!(^%$!$+(! 2ternatively ~o 2way RE4J){ 1md64 ! 2ong M|9<
    2plitude ~x 1nchor @$7U(~P 2ew ~~~/ 2gl /?*+^C~C 4e D*~1 2imat ~$&!3/$('!2!$()f(2 6able w%) 6e L%*O':$+,(~<
    6ion /2')$!!%%$!$!&!E%.$&!!!!!!!$!!!!!$!!!!!!!'$!$!!!!!!!)!!)k(%1!$0!$!% 6or ~i 2nual =
    2other 1',9&%!!%!):!!)!%&(.!$!%$+%'!-)`($!!0;% 2swer ~6 2tialias H7 4clockwise ~`
    2y !7!()$'*!!!!/'/$'!!!!$(!&'!!$&+!$'!)'&!)$(!$%%W'&!-%.)$$'% 3one ~~f 3th &'OaW- 3where % 1part b' 2ng ~v&
    2ostrophe } 2pear 2@~,~%( 6ance ~] 3kit ZM~t 3le /A1P/L 4i /3$('!$%I**B.&:' 4y H&((';+&2-%&'.>j 3roximat ~]
    2t !! 1rabic ~~^ 2c T+ 3h % 4ive !$$$~X!!%!!!!x, 2ea H-,X%L$n% 2gs ~u( 3ument S$*$'<e0o 2ial y 2menian ~~^
    2ound I,&($-856Ff1- 2ray 01~V* 3ow 1I 1scent w- 2eprite ~(& 2k ~w~, 3ed ~~` 3s ~~g1 2pect ~y 2set ~`!
    3ign ?/$/L(_ 6ment ~7 2ynchronou ~H 1ttachment |& 3ribut WF!',Q!~B 8e |2 1uditwheel , 2thor ~~Z 3o ~4lu)
    4matic ~4 9ally Z 4resiz ~/%'L 6vers ~A%*& 1vailable ^ 2i ~y 2oid H_~U 1way A!~~?% 2s ~~v 1xes =^!'/'
    2is EE!23!$F8 0b10 ~~Z 1ack +7.$!*g-&$1~! 4drop I0(X%~B 4ground [@$').C*%2b)> 4up ~c 4ward ~A-N 2dge 9 2ke ~b
    2lance |!x 3l ~@~k 2nd HC~( 4width j 2r ;~a 3e !*! 3s =~? 2se ^s!!!~)) 4d ~S0 4line ^;''! 3h ~~r 3ic ~@
    2tch ~{%k, 3ter ~` 1ecause ~M~6 3om A]+*X+i 5e 092Oj!! 2en ~[ 2fore G*0@$!!(&,*'%!!$$!'E&i(,2'
    2gin RL!%=!&%$'((%!!!,-( 3un ~y 2hav ~f 3ind A*'Q_$z& 2ll 4 3ong M!!N:9~R 4w !+5:!%$*%0')I$,!'{',+ 2ngali ~~^
    2side %~~[@ 3t UI 2tter ~v 3ween %>&1!*:!'+$!.'3%$&%%1&i0$B 2yond L-(<>Vj$$- 1illionth ~A 2n !! 3ary ~A
    2rth ~[! 5rate ~[ 2t ~; 3map GU, 3s N~E!!o 1lack 8E$$>.d 3nk 3~~N 2eed ~~Z 3nd E&0(^42*/eD 2indness b 2ock ~I!N
    2ue -@n 3r H7?;$%Lq60 1ody ~1 4movin ~j 2ld z$ 2ok ~~[ 3lean N~(?% 2rder C'a/C!~8.$ 3n ~[!
    2th )%%0$!5!!$$$$.3'-!!&%%!&&,!'+$.%%h!6& 3tom D^~b 2unce ~C1. 4d 3/!$!&'!&'!$!$:!!)$,!!)$!$>)-!)d%!+.2/
    5ary ~~y 2x @!8%F.Zw4+$/) 1rac ~v 2eak %(m)% 3wer b 2ightness K 3ng ' 2oadsheet = 3ken ~& 3wser 2G*F~V(2@
    1uffer ~z 2ild !'!$!!'/5T~^ 4t ,!'HV9~b 2ndl ~^ 5e ~a 2rst ~[ 2tton ~~d! 1yte !)!?)T!'V.!!!!*%!Y&&&, 0c10 ~~Z
    2x ~@ 2y ~@ 12x ~@ 2y ~@ 1ach ~n 4e ~~o 2ll M!,!!$!.8%%&$!,/%!$)(2!+!d%!!3&& 4back ~' 4er ~~_!% 2mera ~j
    3l ~^$!!~)6 2ndidat ~~c 8e `~~% 3not O*V8/!.7$_$:% 3va ~n 2pital } 3s R 2rd 7(de,&)$p& 2scade ~~~! 3e @4~?$-y
    3t 5 2tegory ~; 2use ~~_& 1c0 b 1eil [ 2ll =;0B,I!&3,a%+ 2nter |!O 4r RL>C$v 5e D&.%Q2$>0 2rtain ~T~,
    1hain ~%.;N 3ng +2'-.%,!A(!!*%$!'$!!'!!%$!&~&'-,&+! 5e *,-*$3$.?&!+!)'%&!'!*'$%$!&,h$ 6log + 4nel Hb
    3racter v$!$!P;+%*^4 4t i~* 2eap ~[ 3ck +~lz& 2ild ? 5ren W 3nese ~~^ 2oic ~um 5e ~~e 3os E%Dt~$ 5e z 3ru ~O
    3sen ~n* 2roma ` 2unk ~~x 1irc ~R 4l ^{ 5e 6?&*q 1jk $ 1lamp R/,2A> 3ss .?$!!!)!!!$')=+'+*!9/n5% 2ear 8E
    2ick 2~A~5 3p 5(($&!$*'!'<+&1V,!a($2 4per S 2ock ~0:$$&.%%6~!' 5wise ^K 3ne !' 3s S$*En 3ud e 2ump =K
    3ster ~&~Y 1oarse ~n 6st ~n 2cos2d ~(& 2de )$4jY:&^*&$$!'$$ 3ing /~~m 2llection yg 3or %'5.+/')1*5C,0 5burn I
    5dodge I 4ur ;$+$%)'(!!$%'2!!$$%$%/!!$+-*!!&!'!!!-!+]!%$&'&%8 3umn =BP%!<D$%&!!!!j2&&&&&& 2mbin =.3[R
    3e /0<G*S5~%A 3ing / 3ma }|_ 5nd !%!~b+'&$]&*+%%2&, 4ent ~~c 4it +! 4on ~!f 3par +4m 6e |* 5ss 1I~~-5
    5tibility ~o 4ile ! 7r !* 4let .~~f 7e 1%Vv:`, 8ly HQ2 7ion $~HNx 4onent ` 5ser ~o 6it I6Z~C 8ion ~g$(~E
    4ress WM 8ion ~,!V~) 4ut @/~6 6e iR.%) 2ndens z 4ition ~s 3fetti = 4ig $ 5n ~~y 3ic D~~: 3secutive }! 4ist i
    4tant N1.X~V 5rain ~1 9t 9s$!'4:{':&6 6uction ~I 9or 0@! 4um ^ 6e ^ 3tain =<60%L7!&-!p 7er !(~/
    4ent $;%$!$%%&*$$D'.'4!0!!%%)%!!n%0&/ 5xt H2M!f~5)$$ 4inu ~%!E~7/ 7e 3SR84= 4radict N 6st ` 5ol R*u95
    3vert Ad$FFq 5x S% 2ordinat D5()>(4Q-d 9e @F 2pi ?5e/.).p- 3y 3!(',A6(A!-$~*) 2re $-2''&!&!'%$$!T(0%%-%!.!!~+&
    3ner /,*$'-!%(05(.M~2- 3outine ~~x 3rect ~s 7ion + 2st ~]3 2unt :%$6,03!'!5'-!/!'++!!$e&5 5er =~4 7part ~~~7
    3rier y 2ver :%'(-,~~$%$ 5age H7 1rash ~~d 2eat .D.L!&-!5*+=_&(+'$ 5e ~=X 5ion ~~Z 3st e 2lf ~r 2op ~*$
    3ss B2^~K 5ing S 1ss />)'*9%-JDe.8!!,, 2v ~|m 1tm ^ 2rl ~zg! 2x ~~~-& 1ubic ~R 2mulative ~B 2rl =I 3rency k
    6t R*%`!'~>$(, 3v R!.z. 4e Rl&E 2stom K%!+`H 2t A!2N!$'np,> 3s 5?n! 1ycl ~AW 4e ~,7!V 2nthia b 2rillic ~~^
    0damag ~a: 3p ~C 2rk zA~H 4en Im 5r ~> 2sh R-@~!eB 2ta %O'O&/!F2!eJ- 3e +au2$!c 4d ,~W 3um j 2y =~G3~& 1eb !
    3ian !!!$$!$o& 2cibel ~x 4d M][) 4mal k3!!@R 3lar K$$/~7 3od ~y 3reas `e 7e ^ 2ep W[
    2fault @%!)$'!+!$'!&$1!!!!!$!&!-!$!$$!%!%!%%!$0!'($%%$)Y''&!!!!!!'!! 3in K%,~+ 5e ~= 2gre ~gv 2launay $T
    4y ~)@'$!('6* 3egat ?;o$77 7e 14*/!%K)'4F!nH& 2pend !!{0?0~>1- 6enci , 3th ?!$~::g*> 2r b 3iv ~b 2scendant ?:|
    6t ~' 4rib 2y~m 7e ~(o 6ption ~,k 8or ~c 3igner ~ds 2tail ~7 3ect ~(Y 4rmin ~O 8e ~1 2v $~~v 3anagari ~~^
    3iation ^~~C 4c ~_!%~7! 5e ~WGe$) 1iagno ~~g 6se 3~J'{!$%$++ 7i ~~c 3l 1 2c } 3tionari O 2ffer +6@I!$=;'y
    6enc ^~~9 9e /<B/3 8t *~J 9ly ~~] 2gest !*~u 3it k4b6)^ 2m ~` 3ension ~~~6 2r {$ 3ection A5D2Q/&(h 6ly ~29G
    6ory ~.U~)1! 2sabl | 3c =.- 4ard ^|3t 4rete ~A& 3k !~yz 3play E6$!~~*2- 3tanc T 7e B33T 4ortion ~; 4ribut ~O
    9ion fJ 2ther H 2vid |!$(v 5e IU 1oc ~~r 3ument {c! 8ation .~%fz 2main b* 2t |[;+e 3s @`02G 2ubl ~*)c 5e |t
    2wn /3?@%*43.(7~'!%&&&!%!% 1pi ~-~O$ 1rag 2~~T
    3w !$!&)$%/&!!)$'!!!!$=+!!!!00!'2!%$%)!!(!&%X(%!$%$!$$$!$!1!$!!$! 4able ~H;/~@ 4ing *~Y~!
    4n R%*:$%!!$(!2.()-$'%&%+%c%-&*!+$&! 2iv ~@ 2op ~~e 1ue ~J 2mp ~/C~J 2plicat ~w 8e ~r!
    2ration KA>7$!$%(!'((&'-!$~2& 3ing ?;$T97 0e308 ~s 1arlier ~G($.!? 2se ~R 3ing ~R 1dge A).$))4'!0!$(8~-$$-
    2it ~~Y+$ 4or .yX~3 1ffect K$0F(((%()*6'!%$k( 61 ~i 62 ~i 3ort ~-kp 1ight b<! 2ther S*Pi 1lastic ~R
    2ement U$OJ!$-!!~=% 2lipse W~~T% 6i x'% 2se !WE+!(-:!!-)'&%$i$2 4where /2~Wk% 1mbed (~il 2it ~[!
    4ter ~*D!0!&8~4 2mylua . 2oji $!'p% 2pti ? 4y ?,+q!7''-!,c8 1nabl ~:!C 2clos WoOc 3od ~>[$ 5e ~*
    2d P//-(!,%&+'*%%!$+8'!!!%k 3ed ~*:Y 3ian ~; 3less ~A1!0%6 3point ~G 3s )49-A(;*!)&3-((cM 2forc ~~y
    2gine !!&~$!D23 3lish l 2larg Eb~R$ 2ough ~x 2ter ~O 3ri KBa!),~2% 4y Nk5! 1qual +4-,!81,%!!)*%$-*/'.(!b4B
    5ly j4!U 3ivalent K~! 1rase I 2ror 0$!.!!,%!!%'&!&*=)!)!!!!,$%&%$-!')!%!!!$!!!%!^!&%+'$$ 1ven H&$(+$,!4$(.cr.
    4ly b'%X 4t ~I! 3r O~/ 4y !/7%&$4%*,%&+2/*2/!%)!&X.%+$' 5th /2&'!4$*HE+6-e6!2 5where ~v 2ict ~n 1xact ^Lh!%!n
    5ly ,Ik0 3min ~~_%! 4pl ~us! 6e XI/7=y5% 2ceed ~*rz 4pt *~Y:g 6ion N 3lud ~j 5sion I 2ecutive ~~Z 2if ~(
    3st N$+!J*N41q 3t )~!r&^**!'$$ 2pand z 3ect P~F 3lain ~:~Q. 4icit ~~v 8ly ~0, 4od ~~e 3o ~R 4nent j! 4rt ~d
    4sure ~> 3ress ~O~/ 7ion ~j 2tend W(.0>~C$/ 5sion BV3V 5t ~* 3ra | 1ye A!? 0f80 R 1ace A!X!$~a 3tor j
    2de :+%~(0?j 4d G 2il +~$j'&k- 4ur ~~! 6e ~~!k- 2ll ~]3 3se N102-2/G%% 2mili y$ 5y x!!$ 2n b 2r I6X2(@2Y&-'
    2st ~=&Y 4est ~-~^ 1e0f { 2atur z 6e z 2dora !$ 2tch ! 2w x'- 3er SK*~i 4st ~b 1f8800 K 2mpeg $$~r$!!|
    2probe &~~u 1ield 0=%1(EP%~) 2fth }1 2gur =^
    2le !!!!%!$$(%B&?!%(!!$!!/>($!!!!!!!!!!)%!!$!!$!!!Y!$'!!!$!!$!!!!!%$!!+%.& 3l ;9!&(@+5B+$(%(~2&
    3m $$%/)i!%1'+$!%!%*)$!%.!!!!!^%'!$$$'(%2&&!$! 3ter )>&$.O0!!!!!!*<!)q(0!9 2nal Zd 3d %<$8,ET&z!%!/* 4ing ~a{(-
    3e ~n 4r e~u 3ger ~T 3ish ~JQ&k, 4te ~AWq 2re =~@
    3st !&&%3%*$(!!!$$%!&''-$%!!$!!$%'!1*(!%!!!&!%!!!&&*%$!&$^.!(%%! 2sh ~~r 2t =8)?)!0Pv!+ 3s =??'$ 2ve !|E7~&
    2xed @*DC 1lac ~x 3g x% 3t ~; 4ten B, 2ex ~5!~l 2ight ~[ 3p @ 2oat ~;%F 3or ~V)!!$!~$ 3w =I~~; 2y ~[! 1ocu W
    2lder %&$!$(g$$-!S$!&$*+%d'(%!%$! 3low 0)$@/4&&$''!F$*$)!*!$$k$0$!+*& 2nt $!'H=-$!!!$!!'Y'$7Y%(%$)'&)3 2rbid )
    3eground ~c 4ign N 3m !)$D)*+GZ-f 4at =E,!=!R&&.$&`$,+! 4ula eV~u 3th ~A-& 3ward ~,7+' 2und ~~c4/
    3r 11-*37%*4'=&~$ 4th `N- 1ps ~f2! 1raction @4%,X(5D 3m @~!(('$)'!&2!!!!&Z1-%0$-
    4e @/!W%%!(-(()/&!$!')!!!d)&,+*!(!%! 2ee ~b~4 4d O+ 4z [ 3quenci e 2ont B7~,~! 3st ~9 3zen Rr! 1ull !$$OF&A7Ez
    2nction +42!!'%!!%!)'$6%6!1!$!$$*&!/m!$!1= 2rther Z.<C5 2ture ~G 0gain e~5 2mma ~(d 2p |$~~$ 3s g~.~(
    1enerator ~; 2ometry N 3rgian ~~^ 2t ~=F 3s ~$N3xO 3ter N 1ib ~~o 2f ~(!o!$!j&
    2ve $*&@!%$',7&%)''(%&(%'.&!%!$!*!%!%&![!(6 4n R-Y'H0$gO 1lass ~9 2ib % 4c !+ 2obal N 2yph {(z] 1oes WK=2~7
    2ing ~~!k 2od 2~ih 2t ~u 1radient 1)$%(!$$1(%<,?B!7[!$G 3phic S'' 3viti ~+ 6y ~*! 2eater ? 6st ~< 3ek ~~^ 4n Kn
    3y ` 2id 7(I)F!Yr<&6 2oup =<56>&06tF$. 3w =7N.lt 4n S 1uarante ~~y 2ess k~p 2ide ~~r 1zip WM 0had ~0N~> 2ir e
    2lf L)!!*$9)!+1$%~` 4tone ~; 3v k~/ 2nd =:W 4l R 2rdlight I 3mless ~~x 2sh + 1ead 1~fz 4er $!%~+c 4ing ~~Z1
    4lin } 7e = 4r ~1 3p ~~o 3vy | 2brew ~~^ 2ight 7(04;!&!$%!$$'&!!& 2llo & 3p ~~h*%& 3vetica y%
    2re /3$)'+h!?!+~,'2& 2xadecimal ~~~0 1idden /48Z3TcC 3e B~~> 2gh ^* 4er H 5st `J 2ll e 2nt ~~_ 2t Ak 3s ~Z
    1old Oj'&$$*$+!&&2!~% 3e U 2me ~W 2ok Y!$R8'B!!~$ 2rizontal ~3 9lly ~m 2st +'4.!WP&8'a, 2ur ~[ 1sl ` 1tml ~~~:
    2tp ~~[5& 1ue I$6 3s ` 2ge ~A 2ll V 2ndredth ~)p 1wb ` 1yph } 4en ${$~g 6at | 8ion }~i 0icon 4EOW
    1dentifier ~b' 6ty @ 2s W~~(F 1gnor Ab-&&>,*,- 5e ~9. 1mag 3AR$$!6@!!'&%2[! 4e )<(0&$@)$!!!-%!$8.!'*,{-- 5io &
    2mutable Bc 2plicit ~I 8ly ~: 3ortant W 1nch ~-~N!1 3lud C+(W&B6.'a+ 3omplete ~~o 3reas `~9 2dent }$
    4pendent ~w 4x ?2>_4$ 2f ~t 3erno b 3inite ~~~% 7y ~t 3o K~; 2herit |J 2it ]~,~)& 4ial M 2ner 57d 2otify ~~f
    2put ~,2T/h'3. 2sensitive R 4rt a 3ide $':$'/*$L<,3&~6 3pect ,~kl.'& 3tall !!$!!&!H%D&*_$3a*%)$'$ 5nc ~9506
    7e y_ 4ead '+2=M<=&~)*+ 4ruction ~<~U 2teger ~u 5ral ~] 4nd P~~0&4 4r $w 5mediate ~G 5polat U*Y$--$! 9te `
    9tion ~R 6reter '~~t 5sect ~j 9ion S 2valid ~27; 3erse @~T 3isible ~<~C 3oice = 1solate ~y'e5 6ion ~~y
    1talic y!$~~& 2em 0A8:f. 2o b 2self $=%+&%'&&G!-3!&&33p1. 0japanese ~~^ 2vascript ~j 1oin ~g~4= 1peg $UM'V>
    2g 4qpn$!) 1son PJ0$X$-%'$$[$3$%$ 4l ~| 1udge , 2mp ~L&H 2st ~~e 4ifi w(
    0keep )(+!)$(7$I'*%$02&!/%!%!'$X.('+.&) 2i b 2pt Lf+]'q 2rn | 4el ~<~_
    2y /!=!!!!!,$?)('*!!!!%!!%$!!%%!$!$+$!!&%&'m9& 3cap { 3ed ~r 3fram ~@~F 7e ~~~! 3s K$!!L8%%!$&'$!,*&!!((%!(i7
    3word ~~Z 1ill ~z 2n $ 3d M%h!-6$$)!$+$)`8$< 1now /~~P> 4n yg 1orean ~~^ 1ubernet ~~v 0lab ` 3el ;$PB?!!!
    5l ~~e 2ck A%We! 3unarity e 2id TY@ 2mbda ~~~9 2ndlock )~~r 4scape ~~Z1 3e ~~e 3guage .1O3!~r6 2rge W*=&)`
    5r =m1X~$ 5st =F?*!T$5 2st 2/8(=!&!%$'7!'$(!!$$'((.&$h)F 2te ~] 4r ~:/%(.&1q 3in ~~^ 3ter ~2 2unch = 2y ~2
    3er ~ 5lua !!!!(!(%.%4+,0.*,!$1,%!!$!!!!!$/!$)^!$$!!!!($$!(%&&!%!%%!& 3out 7CE0$!&5&6~5*!%6 1ch ` 1dd !
    1ead |!@! 4er =a$ 3st gs3! 3v $>*~6=!{, 4e =KGM 2ft /J(02!'',L9a$A 2gal ~~Z 3end =
    2ngth /E$+E,!/0&3&!$+(p,,$&.! 2ss })&1 2t ~~~& 3s ~A~O 3ter 1.9E$$!$~X% 2vel E%1~,)''!h: 1ib %$ 3deflate %
    3eration y 4xec ~*~^ 3glib % 3harfbuzz ~~^ 3layerlua !! 9ua2 $ 3polyclipping22 S 3qhull V 3rari !!!$!&{~p!
    6y $!!%L~~,4) 4svg %~~Z 72 ~* 3seccomp ~~y 3thai % 2cence b 2e %=v= 3s @A9,W%~1) 2fetime ~[! 2gatur |~_
    3ht z$??/!xN 5en I 6r _ 5n e 6ess ` 2ke I(&$6$2=:3*!&((^&0 4ly ~~g 4wise ~4 2mit I040'<F+%!('!&e!2$> 5er ~x
    2ne /%-5$!!%'!)&%,!!!%!!!!!!74!!!!+$%!'$+$!&!!![%!$!!!!$'&'$0'&( 4ar D=,Q$.(~O 6burn I 6dodge I 6light I 7y ~T
    3k %!(~W*o,++ 3tian , 3ux !~~e5 2st !+%00&%$$!!!*%!&$/!$$+&$$%$$!!-)%!$$(%!!&%)!!$)!!Z!'!!!$+$!$& 4en ~~f
    2ttle b=; 2ve $'+?~$-~)2 1oad $!~~c. 4er % 2cale k 4tion ~G 3k ~W)&~$+ 2g j~y 3s ~~b 2ng OW$17~J 4er &[Cit%
    2ok M$&$,B'1'-%1!;b+$ 3p ~g&.!!c!< 2se ` 3sless ~-kp 2ttie ~d!!!$$6l&%B 2ve ~~~+ 2w ^* 3er H9'4'$)^. 4st ~('_
    1ua !!!!!!'!%$%)=.UF!&)'!!+_'&(*!!.!%(' 35 $L 3cat ~~r 3l .~~f 3rc ~~r 4ock ! 2minance W($ 5osity I 0m11 K
    144 K 2a ~x 1ac ~> 3hin ~M>/)u30 6e d7.~U= 2de R')>K)L~-& 2gma b 3nifi ~~e 2ilto ~~[5 3n b{$ 4tainer ,
    2ke !*-K'!?6!1&$!&%,,(c!0..1 2n ~~r 3ager XS$!%!!4:{@% 3ifest ~~v 4m /~~~&$! 3ual $ 3y S:6J/(3&!%%!uA 2p y`
    3s jM 2r l 3ch l 3gin ~0~LH 3k ._41!a!i(%0 4er WF$)^!~0 2sataka b 3k :%$$$%'$,(I'!$'$).7)t%$B 3s ~C 2tch ~U3
    3h fS'.~A- 3rix @. 3t ~i 4e ~i 5r ~1c 2x ~0!,[ 3imum A~~O 1ean K%)(0?!&2-1-).%u 4ing Z 4t ~~^$' 3sur !|
    2chanism ~/ 2dium ^@ 2et S 2mory ~<`&e+$($ 2rg ~j 2ssag /~~l 6e 0='^N~!!9 2tadata ~~Z1 4l ~o 4tabl O 8e X
    3hod ?1&!.'!I7*+~S 1ib ~b~/$* 2d ~1 3dle 9&%$$5, 2llion eB~i 5second ~] 2n ~0!$*[ 3imum A`! 3ut !~x 5e ~] 2p E
    2rror ~9' 2ss %M%G.%5)H&-_!+2 4pelt .C,~~: 3tak ^~~'4 6e ~1~O 2x W*~{D 3e `!~9 4d =C(kG!o 1kv ~y 1object ~~~3
    2de I0(~%*!p!=) 4l ~$= 3ul +~uc6 5e $!!, 2ment ~F, 2on ~b 2re $!0B!%0&5**,$)7(!.$$!&$c(.!%& 3ph ~R~_$
    2st $%J'-?$/F').'$$(c 2tion ~iy 2untain e 3se ~~e 2v ~y 3e @4'(G%&!!6&!'!0$!)!%!t( 3ing 2~L 1p3 ~x~?
    24 $$2~Q2$!$k$-%2&$'! 2eg ~y 1uch b=~c 2ltiple ~n) 7i `>V'! 7y I~3~G 2pdf ~~^ 2sic ~~~: 3t )!~)/8Bf 2ted ~y
    0name %!&$$!2$)!$%$%&$&&%'1%!$!%$$!!$!!&!!!!!!!%)*!$!$!$'!!!!!$$!!*!!!!!!!$!!!$X$!!%!$!!$!*%!$!!%!%!%&$$*
    4d y5D0&!7%X<& 2n P/[W$ 2thaniel b 1ear ~n 4er ?9{ 5st A&V$<!-.$!2((g7 4ly +
    2ed !!$!!!%@*!%!($*$3$$!!&!+'C5*!d*5+%&* 2gative @59Cj 2ighbour H 3ther O0~@h0$ 2st Wo%$$,} 2twork )
    2ver *8$9!?'*7,:*s1++ 5theless ~U 2w +9:-F,2,$)'>c,- 3er % 3lin v 2xt [C%'$(.%&,(.7)c!!+ 1ight ~c
    2l ?.$!!%V10%,=!$ 2ne ~* 1obody ) 2ise =I 2n ~G 3e !($!C2A(*5)D'*^63 2r ~|h0$ 3mal I>6 6is @ 2te ~^%{
    3h !!'$*1)$.!$C+!$%9$,!)'!'%*'%b&%%(($$2& 3ifi ~J 3o $!'s 2w ~<22 1px ~~~9 1ull ~j*!
    2mber +&%-%-&!1'!&!!.$$!!$$!&'$!$&!!'('!$%0!'!$($!!!!!$!!!!!^(&$,!%2*! 3eric ~~Z 3py &~9 0object K&!*%?w)$^$3'$
    6ive ?1 2lique z$ 1ccur ~L~9 1dd @01~; 1ff 51&1(K9!O 3set j?'20;- 2ten ~)j)d 1gg ~x 1kabe b 2lab =D' 3ch `
    1ld ?w)(%5':`< 3est ~] 1mit W5J>B$$`% 1nce H'%+!!!!*F$!*)($(!''$')'!,$`'+<& 2es .6@!%h/3&!)l(<
    2ly %&%0)/$%$$!$%0/%!&&*-&(%$!%,$'.$+'[!!&!$'!%!($' 1paciti ~h 6y A$%'$,&&=;)!A*s!B 3que /;3$~4!)
    2en ,(C!!*i,~2!!0' 4gl ~o 4type z 3ration B3'' 6or I 2posite e< 2tion ^F'!)=!3&!-!$%(!Y($%$!!!!!!!$!$?% 6al ~(
    8ly ~2 2us ~x 1rder ?%.9<&%'*(*$!%$!%!)(/$!'$b+-(1 3inal j 6ry B[OA 2ientation ~( 3gin ,%3-)'6BK4!t&6*
    6al SU0/! 2phan ~% 1tc ~~i 2f y~m 2her $LmV(`% 5wise G;:!$!/U%5 1ur wD 2t :<%)O!1-%%0:`,P 3er 57~( 3last ~~e
    4in T%@&$jo%)' 6e |jo1) 3put WOYy)$$ 3side ?!!3'%'<(6$!$%*,/(0h%4 3ward ~0M 1ver 2*$)(+1%Q%'<=$b() 4flow ~%0~o
    4lap lb 6y I 4rid NM$QL 7e M 4shoot `a& 1wn %&%*!-!*'$$(H0%!%'!$!(&$!)&!(&!$&$+!_&(5$&&%&& 0pace ~L 4d ~E
    3k +~! 4ag !!%$$!o&~p/ 6e !!$$!%o&^!!~2 2d j$=)!d)~& 2ge $'(!$-.0J%$IFa!!!%%!!!%!($$ 2int ?%(!0_D&~',( 3r Um~n
    2lett =F 6e _%%'2 2n ~x 3e ~m 4l @ 2per ~~Y!!/! 2ragraph v!'!!!! 4llel ~&z 4meter R~6$.m*!$$% 3ent ?~K 6hes N>
    3k ~a 3se ~q 3t *(-,(!%%!%!%B%)$!1'*:&!!!!%!,!^!$*'&$'%/. 4icl ee0!!}N 7e ~[! 2ss OQ
    2th 0/$.!%%!$!!(=&&&%/$!%$%$$(!$!$-($!1&`%.1&%. 3tern H1(A(!!Y5 2us =~1$% 4e ~K&! 1df $;<+>!%$$Y6b$!)&!',>
    3ium ~~^ 1end Z 2ople b~5 2r G(%)'>,$%&-'(5!(.*!%&Y&(&!!' 3cent k1$.[ 7ag ~~~& 5ptual ~O 3manently ~~y 4it ~~o
    3spective =&&~JlV 1hase ~` 2on ~b 4e ~^ 3to 4& 5graph ~~Y 1ictur ),.h$/$!%D&!!(+%^*!$'%!$!%!%>
    6e !)($!!*-6%%%:%%$!!!.%$!!($!!%$!!+$&!&!)!!(!e!%!!!!$$&$$!!$!!&!- 2ec ~] 4e = 2llow & 2ngpong ~, 3light I 2p !
    3e ~zj3 2xel -$8$!1&$%<*$$!.%$E.!)!$^!&(&!'$> 1kg $ 1lac 7($&$$3F/&!*L%&m$; 4e ?!737%(')(/,*!!&%'1(](!'<!
    3in e)-(1~M 3n ~~~6 4e @$~; 4t ~~c 3sma b 3y ~,7-;!1$!i+=' 4er ~w 2ist ~, 2us ~P~J 1ng -LM!&V6*d$$!)E 1odman !
    2int /0%!!'&)$!!!(($!%/'%$$$!!&&$&!!$)/+$$$!&$'2X!,&.*&.& 5er ~~e 3sson = 2lygon S!% 4line W 2ppler $~(~U
    2rt ~>Rr2 2sition @0*4%2!!/!',+5%$)y/%2 8al ~1 6ve ~` 3sible x's 3ter =jZ 2w j 3er j 1recede ~1~W 4ision k
    4ompil ~~x 3fer ~1' 4ix =O<X~' 3multipli ^L1$R 3par ~z 3sent ~o 7ation ~P 3tty |! 3vent ~x 4iou ~O-6 2imari ~(
    3nt !*!$!&?f'@2*'b!&%$!($%$0 5er ~~Y 3vate ~a~: 4ileg ~~y 2obable }r~% 4lem P~2{8 3c %~~u 4ess /xq!&e++!2%!
    7or !d~7&x 3duce ~G 6t ( 3file ~( 3gram !!!!$%$'BTH-%$$!%*&'!!i!+%&$= 5ess ~RIs 3ject ~~c 3pagat ~0
    4erti .!!$0-&*'~!=f!!!?&& 7y 0A-M@4'$&~- 4ortion ^ 3r ~y 3tect ~~y 3vid X 1ublic b 5sh ~> 2lse ~A 2nctuation ~$
    2re ~< 3ge $ 3pose f 2t OWZ! 3s k!4_~( 1ypi & 2thon !!$g<57('&'3a( 63 $ 0qhull V 1uad ~R 3liti ^ 6y ^K!kp
    3rt ~R 5er ~*$< 5z ~o 2eri R 4y ^ 2iet P~Kb3 3nt ~R 2ot ~1c 4e ~r 0radial D5mC 5n /G+$X~FC 4i T 4u g^6~8/
    2is ]%N 2n P^ 3dom d$!R3$.~,)> 3ge b*$0*,,%+6; 2rely P 2steris W!~7j$/( 8e ~p 2te ~[!+5y? 3io `~; 2y ~~!u
    1each ~<!A 3d &%$%!*+-!$!%'F+$$!$*!$!B!!!!!!%,%!%!$!$[!',$!$%$!!%!%&&&&&! 4able 8H~|- 4er ~~g4 4ily | 3l y~~6
    3son ~2~L(/' 2ceiv ~w 4ntly ~n 3ip 3W~~J 5e J 3ognis ~j 4mmend $%Z 4nnect ~~f 4rd X~7$ 3t V!(Z9= 4angl ~:&?
    8e @!*$c^ 3ursive ~~c 9ly K 2d @-)g~f 3raw 2?-$~3s!1 6n ~H 3uc E~~:) 2fer O+L 5enc 0~E 8e K.J_ 3lection :%
    3us ,~~[ 5e ~a 2gular | 2lativ ^ 7e y2~O&1+ 3ease !*! 2main WK&-4$R]A 3edy ~bz8 3otion /~~~,
    4v ,56*&I!/)+(%!?*| 5e ~1= 2nam ~zz 3der Z$I(2-%06($b!!%/$&$$= 3ew ~~r 2peat <d(E$K!i(- 6able ~~i) 6edly ~~`
    4tition P}! 3lac [>$&%)'7$,0())) 6e 4+~:),3 7ment ~g 4icator <z506* 3ort ~z&^&1% 3roduce + 8ible f 2quest ZT_t/
    4ir ~;[o0$ 6e ~~x 2run ~~e 2sampl ~b 3et K$2 3iz ZM'S 5e ~y 3olution ~($!$R&.i2 5v ~1j| 4urc ~~y 3t 2p11+%
    4art Rx 4or ^m)* 6e ~c 4rict ~~y 8ion ~~y 4yle l 3ult =((&(!%*'!&C!-!V~%6 4me ~~!k 3vg ~~^ 2tain X 3ry ~~w
    3urn -%4-'!$!'!''%!!/)$!%!!+(.!(%!%))!!)!%%!f%5$= 2use ~< 2vers ~~^ 6al ~P 6e ~, 5t ~~e 2written ~~~' 1gba ~(i
    1hel ! 1ight @&Y!9D>c9)&&&&&& 2m H 2ng 6)9 1ock !& 4et ~[ 2man ~! 2ot !$!%$!6v,<$$~97%% 2tat H,'K(&!R. 5e W~%~,
    5ion @-!~002d 2und =('.+.!B!*J~2 5ness T 2w EA<0$!*48.'&!!!^/ 3s =h&*=-6%+$!k 1ule H*$!''O)H%)/g$!0'$)
    2n )%>=:!!%+!3()!!$!$1'-!!$!&t!!$!%.&* 3ner & 3path , 3s +;7D(*/&+!$!%'.)'!*)^!%!+$%%&6& 0sail W 2mpl ~< 5e ~<
    2ndbox ~v*n, 3s y 2turation I$ 2ve 2M~~(!1 4d ^~~( 2y ~f~N 3s %0/03!fFn* 1bix { 1cal =*)-3<$(S&!-f0
    4e /-%,&!-!'&%&!$,'&&$!$&-$?!!&.*a!&%%. 2en $%,!-~B$$!0o* 4e &%'%.L.FB!!$!&2j!&$%&5 2heduler ~~!u! 4ma ~ux'
    2reen I_N-~$7 3im 8 4pt !!&!$!!&!$+4!%%0!%2.%!0!!!,%!%$!''!%!$!!+!&!$$!!$!W!&!!!$!!!$$&!!!!$!!!!%!%&&&$$$$!
    3oll @~N 3ub ~~d! 1eam ~nl 3rch ,o&I~2!%-+( 2ccomp ~~y 3ond '&&.<*.!!:!$7$&'%!!%(!!''&)$%!!!_*$%$8 3tion ~~r
    4or =9 3urity ~~y> 2e ~983!~/0 3d d!!s!/6l>& 3n 30~0.!3l$&$2 3s ~~} 2gment S~~` 2lect E,%H%!)_3!!i+ 6or ?o
    3f Mx 2mantic + 3ibold | 4colon ~| 2ntence ~< 2parat }| 7e W0C@~=5 8ly ~~_ 7or }r, 2quenc g 7e ~G(! 2rif ~~~%
    3v $ 4e 2~M+|/ 5r .&~~U. 4ice )~~l 2t $%-0)'!!!!)$!!$.$.$$8&'!$&$$$(!!%%!'5%)^$!%,
    3s +&3+$&K(!%%62&%!!%!$&&3&$d)!!(+ 3ter N 4ing ^iL& 3uid ~~y 4p (M% 2ven ~~c 5ty ~~c 4ral Z,@%$2..')&!$.$d('';
    1hader ~~~. 4ow 50&!$5<&:J)'l$!3/! 3p $!:<O~q+% 4e C%.%$6zt33$!- 3r ?DG&&J 4d ~~! 4e %3+DH*<I)h/ 4p W!?'*hi-
    5en ~; 5ness ~n 2eet ~($$ 2ift E2H 3ver ~$ 2ort N1P: 5en ~r 6r `-~.
    3w +%!%!,?!'-.1'0!!'(%!!&'!!$!!!'(!!*$!`(!$.$!&+ 4n 07F$==$.*+(.h! 2rink =b$ 3unk S 1ibl ~1 4ing ?~~d
    2de /F8=)~b 2gn k~~!) 4al ~z&c 4ificant k 2lenc P~~0$1 6e P~I 5t ~y 2milar ~9'~U 3ple ~~q 6x e
    2nce A/!<D6)7!1$%f; 3e ~R 3gle z$!j*!-a 3k e 2x @ 3teen ~~] 7th ~~! 4y ~]
    2ze 0+&%'(,$%%0.&$!%!$!!!$!!'(8*%$$!$$*)!a!(%&($&$,3 1ketch V~~U 3w @ 2in { 3p A]='R.f', 1lant x 2eep ~W-
    2ider ~~e 2ot ~g~0 3w ~OI 2urm ~~v 1mall !$&q{d 5er SM~s 6st SM)$~^ 2cp z 2il W 3th b 2oke =I 3oth H> 1nippet 0
    2owman ~( 1ocket ~~y 2ft } 4light I 2lid ^~~D 2me N9<_6!c$&+< 4th W(~~!!%$ 2name , 2rt ~Z)3~0 2und $$9~N0!o@.
    3rc ,Zu 5e !~0Y 1pac `$*4!$/6NiE 4e A>%Q_-Z1 2ecial ~W 5fic ~U 3d ~O 3ed Ae:%!$&!+(!.2! 2her ~[ 2in ~~~% 2lit x
    2read gO 3ing =~%%&*1 4t ~(& 5e ~, 1qrt j 2uar Sf 1rgb R-$!D86 1s01 z 1tack =u!~N<&6 3ge = 4ger =~4 3mp ~f
    3nd ~?/&~C> 5ard P/@!z$`*'+$* 3r ~~_ 4t !!*!93($./07$+$%!$%'$3*$'b&/(./ 3t ^H%I!!!!!'!$!!)x( 4e ^s!!!$($!!)6d+=
    4u ~z 3y @*4F)'(3($$$.$(('&$!$g'0.! 2ep Z%$,7?3*<&i 2icker ~e 3ffness ~C 3ll S(&_$*%&-!~!!&!; 2ock 'I
    3p =E=!!=%*%O&c* 3r M$O-R&2n) 4e O 2raight ~&$8@4 4nger ~~~: 3eam f~~I 4tch w%%6(~B 3ftime l 3ict ~~_3
    4ng N&F'!$!$6U%!~' 4p ~~q 3ok R'~3 5e R!&(~- 4ngly ~>~@ 3ucture ~^ 2ub ~~r 3dio ~~~9 4y = 2yl |
    4e K$$*6/!-A0+)z 4ize ~; 1ubclass M~B! 3ject ~~Z/ 3layer 01!!!!%!2!52&,%!!!!%))!!%0)xV 3path R!$ 3set0 ~~^
    4titute y 3tract I,~8 4ype ~F 2ccess ~~w 3h %0,+%'!!)!)''3$1:!$%()!'&-!$%b$*$$(!'$!2) 2ffic ~+ 6e ~9
    2ggest /<~J 2m N8 3mary ~;!`s 3s = 2per ~2 5class M. 5layer ?!!*$U('!!'%0+':o7+% 3pli ~; 5y ~+ 4ort ~~r-
    2rfac ~~~6 3round ~r 8ing I 1vg $!,'@'+;!*$Y6b$!)$$!',+$!.& 3z WM 1warm e 2ift !*J%PJ!,&%$)!+a(< 3p ~T~2 4e ~_
    3tch W 1ymbol ,M 3log j 2s ~~x 3tem $!$%80L.U$%(7n%) 0tab =a!!{m 3l OK2/Y!*e 4e 0)(0$!!+C$$+!&!'&6<)!!!)%k((
    4oid ~~Z 3s }$ 2g +t, 3s +q/ 2ke !&+A.&$%!&$3$%!$$!&!%%!%!&-!$-$,)!)!)c/*( 4n +Uo 2ller | 2mil ~~^ 2ngent ^
    2r ! 3get ~<9$ 1el ~~[5 3l [(f3~) 2mporary ~z&d4 2n !.0M!Ei 3di ~^$$!~!'6 3th ~) 2rminal .~n 3rain e
    2st +8kUx!&8 2x ~~~6 3t %0&!!$!!%%%.$%%%$,!!,!!!!!!!!!!!!%)'!:'!.'!!$(!!!!)$!W!%!!%$'&$$%$'&!&(( 4ure ~,
    7packer ~(& 1gs ~e 1hai %~~Z 2em ~g~0 4e ~f!!~( 2ick | 3ng /~~Q 3rd +T03~!
    2ose !$>)?&!1+&&+$+%!-+'!&!!'!*c*-$)7 3ugh ~A 2read ~<!R$,l20 4e @-1'':/!!-''+/%%(~.&: 3ough =&0^(, 4w ~=
    1ick =N$ 4et ~f 2es ~1 2le 9F)aGl 4d RRB; 3t ~W!*~&+
    2me !+%%-&6*)'$/'(!%',%!!$!!%$!!!!!!!!$(!!%$!$!!$!!%!%$%!!!&X!&%!!!!!$$!%($!!&!%($&!&$ 4line = 3ing ~G&!&$17
    2nt WOa 2tl ~$~s 4e =~V%c1L 1mp ) 1num y 1ogether O+H7**'~B 2lerance S 2ml ~t* 2ne {
    2o %)%20$%,'&2%!'()!7!!%E$!$%!`%&!-4'1 3l & 2p /2'50(-+%&)%F'4~- 2str ~1 2tal Rz~C 2uch ~n 2ward ^{~+
    1raceback ~~w 4k ~Q 3il |^ 3nsaction ~A$(~U 5form @$+!-O(!!&%$!8*(*! 9ation ^ 5ition ~9!!!&(%-!+$!!~$= 5late W
    8ion K 6ucent ~v 5parency ^~*5 9nt ~,!._b*( 3vers ~~c 2eat ~*9 3e ?$`!F$$(+!;j!2+ 2iangl V 7e I, 3e +~u
    3gger O/ 3linear E 3m ~,_+f1 3ton ~i 2ue @>A&$&!!0!'G&$!&!$%!g 3ncat x'$ 3st ~v%'n, 2y 2 1sv ~| 1tc y~m 2f y~m
    1ue l 2rn :(*&*+$,?7&,.&~%P 1wenty i 2ice +TP2$/E'!f 3ne , 2o )$3!*%$!$)!*)'4)$%&-&)'&$$!$)&&2(!^(+)>!
    1ype W4!K/+3$',%)m!' 3ical ~~c 4ng N 0ubuntu ! 1ikit /~~o! 1naffect ^ 2chang SZi$`< 2declar O
    4r &<'%)Z&*<$5+*h!% 5lin ~& 3ivid } 3o ~S~3 4ne ~P~X 2even R 6ly R 2it =(!$/,E(1A.%pF2 2known jNN~,
    2less $=$02!+0'''(&%&D(.f!? 3ock ~W-~$ 2pack ~* 2quot ~r 2set ~I 2til L!/'&J0&$!)$$/1+!!!`)$' 3ransform ~0
    4ust ~~y 2us ~a 1pdat ~~u 5e ~~r 2per ~!e. 2right @?@-U 2side @ 1sage P~~H 2e %>1$'E$)!6+-,'6+])-*
    3d %!~$+R/%/[ 3r )V~~* 3s ,J+A*~^ 2ing ?; 2r ,~~_ 2ual ~>~] 1tc j~*$ 2f ~q! 38 ~~x 2il $~( 1vx & 0vain ~~d
    2lid K/l 3u .$$2+$$6!%$$*%%'/)&!!!!'$!!!$!!!!$!!!$',)!/j.* 4e /2,&$!,,'$2.&(&$%!!%$!!(!%$$&!&$&!!!*!$*!b$/%'
    2n b 3ish S 2riable $w!P6{ 1ector ~:!]a* 2locity ~] 2rbose ~~]5 3ifi ~~_ 3sion !)!r|&f+ 3tical ~3 8ly ~!l
    1iew N~~M 4box ~* 4er ~~]! 4port ~g 2olat ~~u 2ridi b 2sible A(2%D+el$&$ 4t ? 2vidlight I 1olume ~x! 2ronoi $T
    2yag = 1p9 ~v 0wait ~1~W47 2ke ~_ 2lk ? 3l ~~o 4paper ~V!!'!!%~!!+ 3t b
    2rn /2!+'!!)$!!$=!%$!./'&$!(,-$$%'!&$%%Y%,))$ 4ing PfI~&-) 2tch ~~d$P 2v ~x 3e =~? 2y !N+)W54=~$ 1cag `
    1eak ~%P 3ther = 2b ~i/ 3m $~t$!m$0> 3p WM!&V&2&&h 2ight `;!$ 1hatever ~b 2eel !%~~a 3never 2m~d 3rever ~b
    2ichever [ 3le K!T=7*(-.gG 3te 0%'%26JO-2f! 2l !% 2ole <%/*%&+(2$%'(!<&4&!-!!!!!i&,.' 3se 0(-,.*E$!2.1,!').&p!9
    1ide j.)4~~$ 4r ~!! 4st ~! 3ow ~% 3th 94*,/-$!!$'!!$$'&$&B 2ggle ~j 2nd S 4ow ~+t~. 3s ~s 2thin L(!,:-5$(1?
    1obbl e 2ff y~m 42 $w~m 2rd %s&$!$:5)*,.f(%-%' 3k )82%'L)%+&E!6k&1! 1rap ^:$+!,~f 2it )&DI2!!1-*0%'%+-^*%!!+2
    4able ) 4e ,!%%=/C*%.J4,^($$(+! 4ten )(A1K!V!%+%!)`!++!(!' 2ong Pt~9'5 3te ~~w 0x10 ~r 186 ! 1ml ~^$$ 0yes ~r
    2t + 1our ! 4self $W 0zero k!M[ 1ip ~` 1one j 2om ~~Y 1sh ~~r
    """#
}
