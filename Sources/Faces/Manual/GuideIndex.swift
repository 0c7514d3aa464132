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
    0a10 ~~Z 1ac ~x 1bbreviation } 2i ~~~L 3liti + 6y ~~~K 2out /3.('/'$3<$;%;/+?88:3 3ve ,J(>'+b*!JC%2& 2sent ~s
    1ccent x 4pt ~r%6.!01n 4ss ~~' 3ount ~L& 2t ~/%L 3ion K&e1%,0 4ve ~~~J 3s ^O0 3ual P 1dd !'I_@+o:V/*
    3ed N1;'5/'!$$+!'~'-f 3ing ?~* 4tion ~~y 8al ~~~G 6ve ~B; 3ress }*U%(A%&'!!!!!!$!,!$!!*!%*$+&W 3s ^=F/$$*=~%
    2justment ~i! 2vanc }??~c 6e ~]~b- 1ffect ~*T} 2ter !A,!.&*8%(*!%-'%'!!%!($'$''!%%/!'!!/!!$9!(*+$'2)0$&$!
    5ward 0~?q 1gain MU)&!1?%/5$$$!)(!&+!=5.?$% 5st ~<~$0 2ree U 1lert ~~G 2ia ~, 4s y 3gn j6%j 5ment |!%0$!
    3ke ~~^ 3ve ~~~C( 2locator ~~~J 4w K'gN,&6,&'/,%(/+!N% 2one Fp8.c=>0-., 4g H,P+&/'&4/R 2pha :+%%$.&$B,.%$>(0)d?
    2ready ~~* 2so $?)!$$!!+!!%.!!,(!$!%&+$$!!!%!!($&/$&!'*%!%!!(%$3&%.$2%$!$+(!B!&'! 2ternatively ~o
    2way RE4J)VFh& 1md64 ! 2ong M|9< 2plitude ~x 1nchor @$7U(~P 2ew ~~~/ 2gl /?*+^C~C 4e L~1
    2imat ~$&!3/$('!2!$()f(2H1 6able w%) 6e L%*O':$+,(~<W
    6ion /2')$!!%%$!$!&!E%.$&!!!!!!!$!!!!!$!!!!!!!'$!$!!!!!!!)!!)>N(%1!$0!$!%*%!!!!$(( 6or ~i 2nounc ~~- 3ual =
    2other 1',9&%!!%!):!!)!%&(.!$!%$+%'!-)*!!%!,%%!+7($!!0;%/&$$ 2swer ~6s$*$$!!%!!$%$$!%+ 2tialias H7
    4clockwise ~` 2y !7!()$'*!!!!/'/$'!!!!$(!&'!!$&+!$'!)'&!)$(!$%%!!'0!2!%+$'&!-%.)$$'%)!!!$!&$!$! 3one ~~f
    3th &'OaW-9,~' 3where %~~= 1part b'~C 2ng ~v&,1 2ostrophe } 2p ~~O 3ear 2@~,~%( 6ance ~] 4nd ~~' 6only ~~-
    3kit ZM~t 3le /A1P/L 4i /3$('!$%I**B.&:'~B& 5cation ~~; 4y H&((';+&2-%&'.>?L 3roximat ~] 2t !! 1rabic ~~^ 2c T+
    3h % 4ive !$$$~X!!%!!!!x,V 2ea H-,X%L$n% 2g ~~~J 3s ~u(~?/ 3ument S$*$'<e0/$`S$*$$!+ 2ial y 2menian ~~^
    2ound I,&($-856Ff1- 2ray 01~V*'+$~0(& 3iv ~~~H 5e ~~~I 3ow 1I 1scent w- 2eprite ~(& 2k ~w~, 3ed ~~` 3s ~~&3Q1
    2pect ~y 2set ~`! 3ign ?/$/L(_5~A 6ment ~7 2ynchronou ~H 1ttachment |& 5k ~~@ 3ribut WF!',Q!~B 8e |2
    1uditwheel , 2thor ~~Zu 3o ~4l%r) 4matic ~4 9ally Z~ps 4resiz ~/%'L 6vers ~A%*& 4scaler ~~E$ 1vailable ^~~i!
    2i ~y 2oid H_~U 1way A!~~?% 2s ~~&r 1xes =^!'/' 2is EE!23!$F8~g 0b10 ~~Z 1ack +7.$!*g-&$1~! 4drop I0(X%~B
    4ground [@$').C*%2-)O)>Q 4up ~c 4ward ~A-N 2dge 9 2ke ~b 2lance |!x 7r ~~I$ 3l ~@~k 2nd HC~( 4width j 2r ;~a
    3e !*! 3s =~? 2se ^s!!!v0)f 4d ~S0 4line ^;''! 3h ~~r 3ic ~@ 2tch ~{%%'D@, 3ter ~`U 1ecause ~M~6
    3om A]+*X+8A3_+! 5e 092Oj!!6~4, 2en ~[b( 2fore G*0@$!!(&,*'%!!$$!'E&%$4&!!!,@(,2'.&&$ 2gan ~~I
    3in RL!%=!&%$'((%!!!,-(7$~%, 3un ~y 2hav ~f 3ind A*'Q_$g5&g, 2ing ~~~J 2ll 4 3ong M!!N:9~R?&
    4w !+5:!%$*%0')I$,!'A*C2',+C-$ 2ngali ~~^ 2side %~~[@ 3t UI 2tter ~vR 3ween %>&1!*:!'+$!.'3%$&%%1&=M0$B,,!+
    2yond L-(<>VO<$$-R,! 1illionth ~A 2n !! 3ary ~A 3d ~~~H 2rth ~[! 5rate ~[ 2t ~; 3map GU, 3s N~E!!o
    1lack 8E$$>.d 3nk 3~~N 2eed ~~Zj- 3nd E&0(^42*/T2D 2indness b 2ock ~I!N 2ue -@n~~/ 3r H7?;$%Lq60 1ody ~1~))!
    4movin ~j 2ld z$ 2ok ~~[ 3l ~~~I 4ean N~(?%~W 2rder C'a/C!~8.$ 3n ~[!
    2th )%%0$!5!!$$$$.3'-!!&%%!&&,!'+$.%%H21!6&D!)% 3tom ~%~b 2unce ~C1.
    4d 3/!$''!&'!$!$:!!)$,!!)$!$>)-!)A5!0%!+.2/ 5ary ~~y 2x @!8%F.Zw4+$/) 1rac ~v 2eak %(m)%~8 3wer b 2ightness K
    3ng ' 2oadsheet = 3ken ~& 3wser 2G*F~+<3(2@ 1udget ~~E 2ffer ~z~D* 2ild !'!$!!'/5T~6IZ&% 4t ,!'HV9~b; 2ndl ~^
    5e ~a 2rst ~[ 2tton ~~d! 1yte !)!?)T!'V.!!!!*%!$+&+')&&+$&&&,M$&$&'!!! 0c10 ~~Z 2x ~@ 2y ~@ 12x ~@ 2y ~@
    1ach ~nI!(+/ 4e ~~,(,&)$!!!DU( 2ll M!,!!$!.8%%&$!,/%!$)(2!+!d%!!3&&<$!$$$$!!$!!*! 4back ~'~~B 4er ~~,T!%b)
    2me ~~~V 4ra ~j 3l ~^$!!SR6G 2ncel ~~~G$% 6l ~~Gs(& 7ation ~~~C+$ 3didat ~~c 8e `~~% 3not O*V8/!.7$2,--.$:%D,$!
    3va ~n 2pital }~O 3s R 3ture ~~~? 2rd 7(de,&)$,)$!%%!$&($F&O!! 2scade ~~~! 3e @4~?$-89KI 3t 5 2tch ~~~?&&$
    3egory ~;~~0 2ught ~~~I 3s ~~~E 4e ~~_&d 1c0 b 1dn ~~J 3s ~~J 1eil [ 2ll =;0B,I!&3,a%+V( 2nter |!O 4r RL>C$v
    5e D&.%Q2$>0 2rtain ~T~, 4ificat ~~. 1hain ~%.;N 3nce ~~~W 4g +2'-.%,!A(!!*%$!'$!!'!!%$!&I$&1/7'-,&+!2('
    5e *,-*$3$.?&!+!)'%&!'!*'$%$!&,2?&,,$^( 6log + 4nel Hb 3racter v$!$!P;+%*O04 4t i~*~d 2eap ~[ 3ck +~l1%$A!!D&F
    5er ~~~I 2ild ?~~~*$ 5ren W 3nese ~~^ 2oic ~uAM 5e ~~el 3os E%Dt~$ 5e z~[ 3ru ~O 3sen ~n*C$ 2roma ` 5ium ~~>
    2unk ~~x 1irc ~R 4l ^{ 5e 6?&*q 1jk $ 1laim ~~- 3mp R/,2A> 3sh ~~~F 4s .?$!!!)!!!$')=+'+*!9/n5%S 2ear 8E
    2ick 2~A~5 3ent ~~6$%!!!!!!( 3p 5(($&!$*'!'<+&1V,!-U($2 4per S 2ock ~0:$$&.%%6~!'B*$ 5wise ^K 3ne !'
    3s S$*EnB+~+!$ 4e ~~~J$ 4ur ~~~? 6e ~~~?$ 3ud e 2ump =K 3ster ~&~'!S 1oalesc ~~G 3rse ~n 6st ~n 2cos2d ~(&
    2de )$4jY:&&!!$$%8%(+(*&$$!'$$A,$ 3ing /~~m 2llect ~~% 7ion yg 3or %'5.+/')1*5C,0A~8 5burn I 5dodge I
    4ur ;$+$%)'(!!$%'2!!$$%$%/!!$+-*!!&!'!!!-!+8F!%$&'&%8I 3umn =BP%!<D$%&!!!!<O2&&&&&& 2mbin =.3[R~V&
    3e /0<G*S5Q&LA 3ing / 3ma }|_ 5nd !%!~b+'&$(!$S&*+%%2&, 4ent ~~c 4it +! 4on ~!f 3par +4m~5~- 6e |*~7~8
    6ison ~~~G/ 5ss 1I~~-5 5tibility ~o 4ile ! 7r !*~~~> 4let .~~f 7e 1%Vv:>!!=&,_ 8ly HQ2 7ion $~HNx 4onent `
    5ser ~o 6it I6Z~C 8ion ~g$(~E 4ress WM 8ion ~,!V~)g 4ut @/~6H/! 6e iR.%) 2ndens z 4ition ~s 3f ~~66 4etti =
    4ig $~~~E&$ 6uration ~~~>+' 8e ~~J 5n ~~y 4orm ~~~? 3ic D~~: 3nect ~~C* 7ion ~~./&!'&$ 3secutive }! 4ist i
    4t ~~~G 5ant N1.Xrb 5rain ~1 9t 9s$!'4:{':&6 6uction ~I 9or 0@! 4um ^ 6e ^ 3tain =<60%L7!&-!K%&?_$ 7er !(~/
    4ent $;%$!$%%&*$$D'.'4!0!!%%)%!!n%0&/ 5xt H2M!f~5)$$ 4iguou ~~& 5nu ~%!E~7/ 7e 3SR84=// 4radict N 6st `
    5ol R*u95 3vert Ad$FFHJ_! 5x S% 2ordinat W()>(4Q-d 9e @F 2pi ?5e/.).?/C$-^' 3y 3!(',A6(A!-$]75)^
    2re $-2''&!&!'%$$!T(0%%-%!.!!E(]&F!!! 3ner /,*$'-!%(05(.M~2- 3outine ~~x 3rect ~s 7ion + 2st ~]3~R
    2unt :%$6,03!'!5'-!/!'++!!$,2)*;&5V&$ 5er =~4 7part ~~~7 3rier y 2ver :%'(-,~[25%$[& 5age H7 1pp ~~~H
    1rash ~~';Ec 3wler ~~:2 2eat .D.L!&-!5*+=_&(+'$I 5e ~=X~G)&%* 5ion ~~Z 3st e 2lf ~r 2op ~*$ 3ss B2^~K 5ing S
    1ss />)'*9%-JDB42.8!!,, 2v ~|m 1tm ^ 2rl ~zg!b 2x ~~~-& 1ubic ~R 2mulative ~B 2rl =I~c 3rency k
    6t R*%`!'t,$!:$(,O'' 3v R!.z. 4e Rl&E 2stom K%!+`Hht&$ 2t A!2N!$'np,> 3s 5?n! 1ycl ~AW 4e ~,7!V>~- 2nthia b
    2rillic ~~^ 0damag ~a: 5e ~~' 3p ~C 2rk zA~H 4en Im 5r ~> 2sh R-@~!eB 2ta %O'O&/!F2!2$1+..J-9.$ 3e +au2$!ACu
    4d ,~W 3um j 2y =~G3SO 3s ~~J 1ead ~~-! 2b ! 3ian !!!$$!$o&~~G% 2cibel ~x 4d M][)~Z 4mal k3!!@R 3lar K$$/~7D
    3od ~y 5e ~~~G/ 3reas `e 7e ^ 2ep W[
    2fault @%*$'!+!$'!&$1!!!!!$!&!-!$!$$!%!%!%%!$0!'($%%$)%)/$2.$''&!!!!!!'!!E%( 3in K%,~+~c$ 5e ~=~~,!/ 5ition ~~1
    2gre ~gv 2launay $T~~~! 4y ~)@'$!('6*C. 3egat ?;o$77~E% 7e 14*/!%K)'4F!nH& 3iver ~~- 7i ~~- 2mand ~~, 2ni ~~E
    2pend !!{0?0Fu1- 6enci ,~~~=$ 3loy ~~G$ 6ment ~~,; 3th ?!$~::g*> 2r b 3iv ~b 2scendant ?:| 6t ~' 4rib 2y~mK
    7e ~(o~Q 6ption ~,k?!!~(1$ 8or ~c 3igner ~ds 2tail ~7~~8 3ect ~(YB 4rmin ~O 8e ~1 2v $~~vA- 3anagari ~~^
    3elopment ~~< 3iation ^~~C 4c ~_!%~7! 5e ~WGe$)a 1iagno ~~g 6se 3~J'{!$%$++K) 7i ~~cb$' 3l 1~~~1 2c } 3t ~~~I
    4ionari O~~m& 9y ~~~?2 2ffer +6@I!$=;'<%[ 6enc ^~Dr 9e /<B/3 8t *~JS 9ly ~~] 2gest !*~u&$&! 3it k4b6)--9+'_,
    2m ~` 3ension ~~~6 2r {$~L! 3ection A5D2Q/&(hi 6ly ~29G[y 6ori ~~~>-& 8y ~.U~)1!B-!% 2sabl |~A 4ppear ~~-
    3c =.- 4ard ^|3t` 4onnect ~~,3$* 4rete ~A& 3k !~y*!'+(&)%N 3play E6$!~~*2-F 3ruption ~~E 3tanc T 7e B33T
    4ortion ~; 4ribut ~O 9ion fJ 2ther H 2vid |!$(v 5e IU 1oc ~~r 3s ~~~<-!! 3ument {c! 8ation .~%fz 2main b*
    2ne ~~-< 2t |[;+O7 3s @`02G~i 2ubl ~*)c 5e |t 2wn /3?@%*43.(7~'!%&&&!%!% 1pi ~-~O$s 2r ~~:$> 1rag 2~~T 3in ~~I
    3w !$!&)$%/&!!)$'!!!!$=+!!!!00!'2!%$%)!!(!&%$!$!$!!'($!!!!!$(&!!!-(%!$%$!$$$!$!1!$!!$!1$&!!$$%' 4abl ~~~I
    7e ~H;/~@,%+!. 4ing *~Y~! 4n R%*:$%!!$(!2.()-$'%&%+%'$%!.$!!%(%$9%-&*!+$&! 2ew ~~> 2iv ~@~~+ 2op ~~:2< 1ue ~J
    2mp ~/C~JS 2plicat ~w/ 8e ~r!3 2ration KA>7$!$%(!'((&'-!$*)-$/d&7$, 3ing ?;$T97[~! 0e308 ~s 1arlier ~G($.!?A
    2se ~R~~' 3ing ~R 1dge A).$))4'!0!$(8{/$$- 2it ~~Y+$ 4or .yX~3T 1ffect K$0F(((%()*6'!%$k(^ 61 ~i 62 ~i
    3ort ~-kpg 2s ~~1 1ight b<!~=! 2ther S*PiD 1lastic ~R 2ement U$OJ!$-!!~=% 2lips ~~L 6e W~~T% 6i x'%
    2se !WE+!(-:!!-)'&%$>1=$2M%!! 4where /2~Wk%] 1mbed (~ilj 2it ~[! 4ter ~*D!0!&8~49 2mylua . 2oji $!'p%~O 2pti ?
    4y ?,+q!7''-!,c8K& 1nabl ~:!C 2clos WoOc 3od ~>[$,~@ 5e ~*~~?-!! 2d P//-(!,%&+'*%%!$+8'!!!%8*LT!$&$!)
    3ed ~*:Y/3, 3ian ~; 4ng ~~~I 3less ~A1!0%6>*~%& 3point ~G~' 3s )49-A(;*!)&3-((*$2&'!$<M1&$ 2forc ~~y
    2gin ~~~C&$ 5e !!&~$!D23;0}&&&!!$! 3lish l 2larg Eb~R$ 2ough ~x~L 2sure ~~' 2ter ~O 3ri KBa!),~2% 4y Nk5!
    2umeration ~~~? 2vironment ~~~I 1qual +4-,!81,%!!)*%$-*/'.(!(!%'&-))&14B 5ly j4!UM 3ivalent K~! 1rase I
    2ror 0$!.!!,%!!%'&!&*=)!)!!!!,$%&%$-!')!%!!!$!!!%!+$/!&*$0(!&%+'$$A$&$$!!!& 1scap ~~@ 5e ~~;'.%
    1ven H&$(+$,!4$(.c-5S.@$,$ 4ly b'%X 4t ~I!~| 3r O~/ 4y !/7%&$4%*,%&+2/*2/!%)!&%%%('$/*,!.%+$'?$!)$$!! 5body ~~O
    5th /2&'!4$*HE+6-e6!2= 5where ~vK 2ict ~n 1xact ^Lh!%!n 5ly ,Ik0 3min ~~_%! 4pl ~us!V 6e XI/7=@K15%
    2ceed ~*r>^T 4pt *~Y:='F 6ion N~~,m! 3lud ~j 5sion I 2ecutive ~~Z 2if ~( 3st N$+!J*N41,g
    3t )~!r&&!!$$$!8%7**!'$$A, 2p ~~:2/ 3and z 3ect P~Fan 3ir ~~;.2 5e ~~W 5y ~~:2 3lain ~:~Q. 5natory ~~~J
    4icit ~~v 8ly ~0, 4od ~~e 3o ~R 4nent j! 4rt ~d~a% 4sure ~> 3ress ~O~/ 7ion ~j 2tend W(.0>~C$/ 5sion BV3VW0z
    5t ~* 3ra | 1ye A!? 0f80 R 1ace A!X!$~ai 3tor j 2de :+%~(0?jl 4d G 2il +~$j'&'%&!--!$D-M0 4ur ~~!)!>$|
    6e ~~!&g- 2ll ~]3 3se N102-2/G%%~I($ 2mili y$ 5y x!!$ 2n b 2r I6X2(@2;!2/&-' 3m ~~+!%!= 2st ~=&Y* 4er ~~*
    5st ~-~^ 1e0f { 2atur z 6e z 2dora !$ 2ed ~~@1 2tch !~~?,% 2w x'-~?z 3er SK*~i 4st ~b 1f8800 K
    2mpeg $$~r$!!;cK' 2probe ~~y 1ield 0=%1(EP%_G`& 2fth }1 2gur =^ 2le ~ 3l ;9!&(@+5B+$(%(?&l&8$
    3m $$%/)i!%1'+$!%!%*)$!%.!!!!!'!%&$+$!!!$.$0%'!$$$'(%2&&!$!%&(!!&( 3ter )>&$.O0!!!!!!*<!)b1(0!9;!!*&$ 2nal Zd
    5iser ~~~J 3d %<$8,ET&z!%!/*E+' 4ing ~a{(- 3e ~n 4r e~u 3ger ~T~p 3ish ~JQ&&&20D,I 4te ~AWq 2re =~@
    3st !&&%3%*$(!!!$$%!&''-$%!!$!!$%'!1*(!%!!!&!%!!!&&*%$!&$%,,&.%-(.!(%%!G&$!+ 2sh ~~r 2t =8)?)!0Pv!+ 3s =??'$
    2ve !|E7M&1Bh 2xed @*DC~8 1lac ~x 3g x% 3t ~; 4ten B, 2ex ~5!~l 4box ~~L 2ight ~[ 3p @ 2oat ~;%F~d
    3or ~V)!!$!~$b) 3w =I~~;V 2y ~[! 1ocu W 2lder %&$!$(g$$-!S$!&$*+%%!%&!&(%!!%)$$:'(%!%$!A!'&$!
    3low 0)$@/4&&$''!F$*$)!*!$$4><$0$!+*&:! 2nt $!'H=-$!!!$!!'Y'$7$$$%!0$)*!/%(%$)'&)38! 2rbid )~~4' 3eground ~c
    4ign N 3k ~~~I 3m !)$D)*+GZ-=$!G 4at =E,!=!R&&.$&2',-5$,+!d 4ula eV~u 3th ~A-& 3ward ~,7+' 2und ~~M74/
    5ation ~~~F 4tain ~~& 3r 11-*37%*4'=&B4L 4th `N- 1ps ~f2!,!$&-$~/. 1raction @4%,X(5D~M
    3m @~!(('$)'!&2!!!!&%!$!!&-$%001-%0$-*(!!&( 4e @/!W%%!(-(()/&!$!')!!!)!!$3G)&,+*!(!%!2$&( 2ee ~bC7XQ$!!(
    4d O+~~d&&$ 4z [ 3quenci e 2ont B7~,f: 3st ~9 3zen Rr! 1sx ~~1 1ull !$$OF&A7E+!9XM$
    2nction +42!!'%!!%!)'$6%6!1!$!$$*&!/E8$1!$!1=+!!$&$$!!!!,! 2rther Z.<C5~l& 2ture ~G 0gain e~5~X 2mma ~(d
    2p |$~~$ 3s g~.0u 1enerate ~~8 7or ~; 2ometry N 3rgian ~~^ 2t ~=FV1~$%'!! 3s ~$N3WBO< 3ter N 1ib ~~<TK
    2f ~(!o!$!,1%M& 2ve $*&@!%$',7&%)''(%&(%'.&!%!$!*!%!%&!$.).&&!1!(6M!!, 4n R-Y'H0$gO.+ 1lass ~9 2ib % 4c !+
    2obal N~~l$-. 2yph {(z<B 1nu ~~*~? 1oes WK=2YZ 2ing ~~!k 2od 2~ih 2t ~u~Q 1radient 1)$%(!$$1(%<,?B!7=11!$G
    3phic S''~~f 3viti ~+ 6y ~*! 2eater ? 6st ~< 3ek ~~^ 4n Kn 3y ` 2id 7(I)F!Y[8<&6 2oup =<56>&06tF$. 3w =7N.lt
    4n S~g 1uarante ~~@ZK 2ess k~p 2ide ~~rL 1zip WM 0had ~0N~> 2ir e 2lf L)!!*$9)!+1$%ydJ 4tone ~; 3ton ~~~W
    3v k~/ 2nd =:W 4l R 5e ~~~L 6r ~~~I 2rdlight I 3mless ~~0j 2sh + 1ead 1~fCX 4er $!%~+cF&!~) 4ing ~~Z1f
    4less ~~L 5in } 7e = 4r ~1 3lth ~~F 3p ~~o 3vy | 2brew ~~^ 2ight 7(04;!&!$%!$$'&!!&iHy)$$! 2ld ~~> 3lo &
    3p ~~<M*%& 3vetica y% 2re /3$)'+h!?!+NZ'2& 2xadecimal ~~O+T 1idden /48Z3TcC 3e B~~>f 2gh ^* 4er H 5st `J 2ll e
    2nt ~~_h' 2stogram ~~G 2t Ak 3s ~Zj 1mac ~~O 1old Oj'&$$*$+!&&2!C!%Z@$&&$$&& 3e U 2me ~W 2ok Y!$R8'B!!~$I.
    2rizontal ~3 9lly ~m 2st +'4.!WP&8'3C.,T$&$$!!$!!!%!!$ 2ur ~[~e& 2wever ~~.1 1pp ~~~H 1sl ` 1tml ~~86k
    2tp ~~,+($@5& 1ue I$6 3s ` 2ge ~A| 2ll V 2ndredth ~)p 1wb ` 1yph } 4en ${$~gb 6at | 8ion }~ib 0icon 4EOW
    1dentical ~~) 6fier ~b' 6ty @ 2le ~~?! 2s W~~(F 1gnor Ab-&&>,*,- 5e ~9. 1mag 3AR$$!6@!!'&%2&'1$A!_*$!-
    4e )<(0&$@)$!!!-%!$8.!'*,+$=+K--,-!!&'!!!! 2mutable Bc~D 2plicit ~I 8ly ~: 3ort ~~~F 6ant W 1nch ~-~N!1f
    3lud C+(W&B6.'a+] 6e ~~& 3omplete ~~'j 3reas `~9 2dent }$ 4pendent ~w~P 4x ?2>_4$A,~70 2f ~t 3erno b
    3inite ~~~% 7y ~t 3o K~;`~* 2herit |Jq 2it ]~,~)& 4ial M 7iser ~~~E 2ner 57d 2otify ~~f 2put ~,2T/((['3.=.
    2sensitive R 4rt a 3ide $':$'/*$L<,3&~6;0 3pect ,~kAL.'& 3tall !!$!!&!H%D&*_$3a*%)$'$K$! 7ation ~~~N 5nc ~9506
    7e y_ 4ead '+2=M<=&=K?*+H 4ruction ~<~U 2t ~~I} 3eger ~uA 5ral ~] 4nd P~~0&4O$ 4r $w 5mediate ~G
    5polat U*Y$--$! 9te ` 9tion ~R 6reter '~~tM! 5ruption ~~X 5sect ~j 9ion S 2valid ~27;W'~' 3erse @~T
    3isible ~<~C 3oice = 1solate ~y'%8K5G&' 6ion ~~yP 1talic y!$~~& 2em 0A8:f.~S( 2o b
    2self $=%+&%'&&G!-3!&&339><1.G 0japanese ~~^ 2vascript ~j 1ob ~~&(!!!!!.$ 3s ~~-2*!!$ 2in ~g;!%$&@$K=
    1peg $UM'V>=~+ 2g 4qp?$$L$!) 1son PJ0$X$-%'$$&$&-!$'*6$3$%$U 4l ~|(( 1udge , 2mp ~L&H 2st ~~e 4ifi w(
    0keep )(+!)$(7$I'*%$02&!/%!%!'$+$&&!%!!!.!$/.('+.&))$&%!!!(%& 2i b 2pt Lf+]'=+LR( 2rn | 4el ~<~_
    2y /!=!!!!!,$?)('*!!!!%!!%$!!%%!$!$+$!!&%&'T&!+,9&<%)$$&$& 3boardinterrupt ~~~I 3cap { 3ed ~r 3fram ~@~F
    7e ~~~! 3s K$!!L8%%!$&'$!,*&!!((%!(20/',.7B&($&$& 3word ~~Zu 1ib ~~?~& 2ll ~z*!%!!$3. 2n $
    3d M%h!-6$$)!$+$):G8$<)(%%'!!' 1now /~~P> 4n yg 1orean ~~^ 1ubernet ~~&,7R 0lab ` 3el ;$PB?!!!s 5l ~~e
    2ck A%We!~e 3unarity e 2id TY@ 2mbda ~~~9 2ndlock )~~r 4scape ~~Z1f 3e ~~=I 3guage .1O3!~7]622$ 2rge W*=&)`T
    5r =m1X~$Q 5st =F?*!T$5D 2st 2/8(=!&!%$'7!'$(!!$$'((.&$+7!!!F)F5$' 2te ~] 4ncy ~~> 4r ~:/%(.&14;E_& 3in ~~^
    3ter ~2 2unch = 2y ~2 3er ~
    5lua !!!!(!(%.%4+,0.*,!$1,%!!$!!!!!$/!$)$!%!!!!.%$+$%!-(!$$!!!!($$!(%&&!%!%%!&,%!!!!!$ 81 ~~O
    3out 7CE0$!&5&6hJ*!%6)&4 1ch ` 1dd ! 1ead |!@!j 4er =a$ 3k ~~L 3st gs3!K$;h 3v $>*~6=!+r,D 4e =KGM^
    2ft /J(02!'',L9Q!0$A 2gal ~~Z 3end =~~~< 2ngth /E$+E,!/0&3&!$+(=$()E,,$&.!2$&( 2rp ~~~W 2ss })&1 2t ~~XJ
    3s ~A~O 3ter 1.9E$$!$~+!,7$-% 2vel E%1~,)''!h: 1ib %$~~~B 3deflate % 9e0 ~~~G 4ir ~~~G 3eration y 4xec ~*~^_
    3gcc ~~~G 4lib % 3harfbuzz ~~^ 3layerlua !!~~~A& 9ua2 $ 4ua5 ~~~<- 3png16 ~~~G 4olyclipping22 S 3qhull V
    3rari !!!$!&{~3_!G%! 6y $!!%L~~,4)M$ 4svg %~~Z 72 ~* 3seccomp ~~y 4tdc ~~~G 3thai % 2cence b 2e %=v=
    3s @A9,W%~1) 2fetime ~[! 3t ~~~L 2gatur |~_ 3ht z$??/!xN 5en I 6r _ 5n e 6ess ` 2ke I(&$6$2=:3*!&((?8*&0J*&
    4ly ~~g 4wise ~4 2mit I040'<F+%!('!&*!$/''$@!2$>%(&$!!!!! 5er ~x
    2ne /%-5$!!%'!)&%,!!!%!!!!!!74!!!!+$%!'$+$!&!!!'!$%!0!&*&%+$%!$!!!!$'&'$0'&(&,!!!&$ 4ar D=,Q$.(~O 6burn I
    6dodge I 6light I 7y ~T 3k %)~W*S+4,++A!)%( 3tian , 3ux !~~e5K
    2st !+%00&%$$!!!*%!&$/!$$+&$$%$$!!-)%!$$(%!!&%)!!$)!!(0!$()6!'!!!$+$!$&?&!!($$ 4en ~~<49 2ttle b=;~~.
    2ve $'+?~$-~)2H 4ness ~~F 1oad $!~~)+)!,$$!!:.R 4er %~~~F 2cal ~~Lx 5e k 4tion ~G 3k ~W)&A+V+X 2g j~@!*$%'*!>
    3s ~~b 2ng OW$17R7$+TG( 4er `Ci69H% 5st ~~8&& 2ok M$&$,B'1'-%1!;b+$V&& 3p ~g&.!!c!<J$, 2se ` 3sless ~-kpg
    8ly ~~) 3t ~~-% 2ttie ~d!!!$$66W&%B7 2ve ~~~+ 2w ^*~X 3er H9'4'$)^.C' 4st ~('_
    1ua !!!!!!'!%$%)=.UF!&)'!!+&$!,&!&D'&(*!!.!%('$!%'%!!!!!!!!!!!!!!!! 35 $L~~y 3cat ~~r 3l .~~f 3rc ~~r
    4ock !~~~I 2minance W($ 5osity I 0m11 K 144 K 2a ~x 1ac ~> 3hin ~M>/)$!!%4'.!I30 6e d7.y$%!!!*'!3!1=K%
    2de R')>K)LBh& 2gma b 3nifi ~~e 2ilto ~~[5 3n b{$~e 4tainer , 2ke !*-K'!?6!1&$!&%,,(53$<!0..1-$&$ 2n ~~r
    3ager XS$!%!!4:{@%A 3ifest ~~'$o 4m /~~~&$! 3ual $ 3y S:6J/(3&!%%!5)%/JA' 2p y` 3ping ~~~I 3s jM 2r l 3ch l
    3gin ~0~LHC- 3k ._41!a!i(%0O 4er WF$)^!~0 2sataka b 3k :%$$$%'$,(I'!$'$).7)b4%$B= 3s ~C 2tch ~U3 3h fS'.~A-O
    3rix @.~~~% 3t ~i 4e ~i 5r ~1c 2x ~0!,[A 3imum A~~OX- 3memory ~~- 1ean K%)(0?!&2-1-).%&qO 4ing Z 4t ~~^$'
    3sur !|~=! 2chanism ~/ 2dium ^@ 2et S 2mber ~~~K 3ory ~<`&-0!!!!''=+$($K!!!!$' 2ntion ~~) 2rg ~j 2ssag /~~.!_Q
    6e 0='^NJ$S!9C*$$!&$ 2tadata ~~Z1 4l ~o 4tabl O 8e X 3hod ?1&!.'!I7*+~S> 3ric ~~8%!- 1ib ~bW$!(K$* 2d ~1
    3dle 9&%$$5, 2llion eB~7S 5second ~]G 2n ~0!$*[A 3imum A`!~~R 3ut !~x31 5e ~]^% 2p E 2rror ~9'
    2ss %M%G.%5)H&-&%4.9!+2A!'- 4pelt .C,~~: 3tak ^~~'4 6e ~1~;6[(&$ 2x W*~{D 3e `!~9 4d =C(kG!o 1kv ~y
    1object ~~~3 2de I0(~%*!a1!=) 4l ~$= 3ul +~u&3M6K& 5e $!!,~~~--%! 2ment ~F, 2on ~b
    2re $!0B!%0&5**,$)7(!.$$!&$*!'!!1%+7(.!%&B'&$ 3ph ~R~_$ 2st $%J'-?$/F').'$$('$!&,$2:b 4ly ~~>~+ 2tion ~iy
    2untain e 3se ~~e 2v ~y 3e @4'(G%&!!6&!'!0$!)!%!t( 3ing 2~L 1p3 ~x.~3 24 $$2~Q2$!$+1R$-%2&$'!/ 2eg ~y
    1uch b=~>$D 2ltiple ~n) 7i `>V'! 7y I~3~G 2pdf ~~^ 2sic ~~~: 3t )!~)/8B-$'$>5i 2ted ~y 0name ~
    4d y5D0&!7%'4A<&S 2n P/[W$~N 2thaniel b 1ear ~nM+ 4er ?9{ 5st A&V$<!-.$!2((g7 4ly +
    2ed !!$!!!%@*!%!($*$3$$!!&!+'C5*!+!)!+!+,%,'*5+%&**'&$ 4le ~~~@ 2gative @59Cj 2ighbour H~Z 3ther O0~@/Z0$
    2st Wo%$$,}k 2twork )~~'1$!%$(! 2ver *8$9!?'*7,:*K'&'!!2)1++C$ 5theless ~U 2w +9:-F,2,$)'>-1&*1-,-M 3er %~~~D
    3lin v 2xt [C%'$(.%&,(.7)&$6.%!8!!+K($$! 1ginx ~~66$ 1ice ~~A 2ght ~c 2l ?.$!!%V10%,=!$~F3 2ne ~*
    1obody )~~0%,, 2de ~~/! 2eviction ~~- 2ise =I 2n ~G 3e !($!C2A(*5)D'*?%!<63:!- 2r ~|/Z0$ 3mal I>6 6is @
    2te ~^%{h'$ 4book ~~~I 3h !!'$*1)$.!$C+!$%9$,!)'!'%*'%@%-!!3&%%(($$2&.' 3ic ~~'A 5e ~~I 4fi ~J~u 3o $!'s
    2w ~<22W~2 1px ~~~9 1ull ~j*!~H+
    2mber +&%-%-&!1'!&!!.$$!!$$!&'$!$&!!'('!$%0!'!$($!!!!!$!!!!!$!!6.&5(&$,!%2*!*$$&$!%$& 3eric ~~Z 3py &~9~~.
    0object K&!*%?w)$I%3$3'$I$%!$(' 6ive ?1 2lique z$ 1ccur ~L~9 1dd @01~; 1ff 51&1(K9!O~R( 3er ~~~?, 3set j?'20;-
    2ten ~)j)d[ 1gg ~x 1kabe b 2lab =D' 3ch `~~u 1ld ?w)(%5':@.!0&< 3er ~~~G 4st ~] 1mit W5J>B$$>C%`
    1nce H'%+!!!!*F$!*)($(!''$')'!,$.!!*&%%(%!!4'+<&0$) 2es .6@!%h/3&!),3%.A(<
    2ly %&%0)/$%$$!$%0/%!&&*-&(%$!%,$'.$+'$%!&!*&!!!3,&!!&!$'!%!($'>!&!%$!! 1paciti ~h 6y A$%'$,&&=;)!A*s!BB
    4ty ~~~G 3que /;3$~4!) 2en ,(C!!*i,_*%-:!!0' 4api ~~8 4cv ~~~I 4gl ~o 4type z 3rat ~~@ 6ion B3''~~m 6or I
    2posite e< 2tion ^F'!)=!3&!-!$%(!+1A($%$!!!!!!!$!$?%)(& 6al ~(~~9 8ly ~2 2us ~x
    1rder ?%.9<&%'*(*$!%$!%!)(/$!'$)7$50+-(1=$!*! 3inal j 6ry B[OA 2ientation ~( 3gin ,%3-)'6BK4!t&6* 6al SU0/!
    2phan ~% 1tc ~~i 2f y~m 2her $LmV(*''/@%f) 5wise G;:!$!/U%5~M 1ur wD 2t :<%)O!1-%%0:>C,P.&, 3er 57~( 3go ~~E
    3last ~~e 4in T%@&$jo%)'Z$+ 6e |jo1) 3put WOYc8)$$Q.$$* 3side ?!!3'%'<(6$!$%*,/(037A%4 3ward ~0M
    1ver 2*$)(+1%Q%'<=$13<'() 4flow ~%0~o 4lap lb 6y I 4rid NM$QL 7e M 4shoot `a&
    1wn %&%*!-!*'$$(H0%!%'!$!(&$!)&!(&!$&$+!2.&2.&(5$&&%&&.)$!!!!!!!!%$!! 3ership ~~~G 0pace ~L 4d ~E 3k +~!
    4ag !!%$$!o&~p/G$ 6e !!$$!%o&^!!~2I-+ 7r ~~~G 2d j$=)!d)~& 2ge $'(!$-.0J%$IF<$!!'.$$!+!!!!%%!!!%!($$J(!!+
    2int ?%(!0_D&~',( 3r Um~n6 2lett =F 6e _%%'2~~Z 2n ~x~X 3e ~m 4l @ 3ic ~~~J 2per ~~Y!!/!Z- 2ragraph v!'!!!!
    4llel ~&z)~;&$ 4meter R~6$.4!'%%!!!!%!!)$$%*!.*!$$%G/ 3ent ?~K 6hes N> 3k ~a 3s ~~~E 4e ~q
    3t *(-,(!%%!%!%B%)$!1'*:&!!!!%!,!)!%4?!!$*'&$'%/.5$%( 4icl ee0!!}NA 7e ~[!~n 2ss OQ~$~:!* 4ag ~~&
    2th 0/$.!%%!$!!(=&&&%/$!%$%$$(!$!$-($!1&892%.1&%.,%&$!!$$ 3tern H1(A(!!Y5/4 2us =~1$% 4e ~K&! 1call ~~~?,
    1df $;<+>!%$$Y6?%'<$!)&!',>)$&! 3ium ~~^ 1end Z 2ople b~5H. 2r G(%)'>,$%&-'(5!(.*!%&%6$$!(%4&(&!!'J7!$
    3cent k1$.[ 7ag ~~~& 5ptual ~O 3manently ~~/l 4ission ~~~=! 5t ~~8&TK! 3sist ~~~= 4onal ~~H 4pective =&&~JlV
    1hase ~` 2on ~b 4e ~^ 3to 4& 5graph ~~Y 1ickl ~~~I 3tur ),.h$/$!%D&!!(+%)%%2!%!'!$!!1*!$'%!$!%!%>+&$!%%'
    6e !)($!!*-6%%%:%%$!!!.%$!!($!!%$!!+$&!&!)!!(!2+$!$!!!!!!)%%!2!%!!!!$$&$$!!$!!&!-5!!$$!!&( 2ec ~]F 4e =
    2llow &~~~E 2n ~~> 3gpong ~, 3light I 2p ! 3e ~zj3 4lin ~~?
    2xel -$8$!1&$%<*$$!.%$E.!)!$-'.$$!!/.!&(&!'$>/$(!!&'$! 1kg $ 1lac 7($&$$3F/&!*L%&E'!!%?$;
    4e ?!737%(')(/,*!!&%'1(8!!/%4(!'<!4(&$) 3in e)-(1~>1 3n ~~~6 4e @$~; 4t ~~c 3sma b 3y ~,7-;!1$!i+='> 4er ~w
    2ist ~, 2us ~P~J 1ng -LM!&V6*7(37$$!)E 1odman ! 3s ~~0
    2int /0%!!'&)$!!!(($!%/'%$$$!!&&$&!!$)/+$$$!&$'2912!,&.*&.&3*($ 5er ~~eo 3sson = 2licy ~~-: 3ygon S!% 4line W
    2ol ~~L 2ppler $~(~U 2rt ~>R<0I2 2sition @0*4%2!!/!',+5%$)y/%2 8al ~1~~= 6v ~~~G 7e ~` 3sible x'sF 3ter =jZ
    2w j 3er j~: 1recede ~1~W 7nce ~~<~, 4ision k 4ompil ~~x 3empt ~~/ 3fer ~1'~$ 4ix =O<X~'_$ 3multipli ^L1$R~W
    3par ~z 3sent ~o 7ation ~P~r 4ign ~~.? 3tty |! 3vent ~x 4iou ~O-6 2imari ~(
    3nt !*!$!&?f'@2*')%&.%%!@!&%$!($%$0?!!& 5er ~~Y 3ority ~~=& 3vate ~aJ>P 4ileg ~~y 2obable }r~% 7y ~~~G$ 4e ~~F
    4lem P~2WE8 3c %~~u 4ess /xq!&$!!!$!!!!0!!$!F++!2%!.'$$$!$ 7or !d~7&%&4!!)U 3duce ~G 6t (~~~6)! 3file ~(
    3gram !!!!$%$'BTH-%$$!%*&'!!+&2&G!+%&$=$!!(&$!!!! 5ess ~RIsN(. 3ject ~~6;5 3metheu ~~G 3pagat ~0
    4erti .!!$0-&*'~!=P7!!!?&&3- 7y 0A-M@4'$&~-P 4ortion ^ 3r ~y 3tect ~~y 4ocol ~~G 3vid X 3xi ~~6(% 4y ~~6
    1snr ~~> 1ublic b~~g 5sh ~>~. 2lse ~A 2nctuation ~$ 2ppeteer ~~L 2re ~<~~/ 3ge $ 3pose f 2t OWZ!G+5!!.n
    3s k!4_~(a! 1ython !!$g<57('&'3C?(V%+$$!!!!!!!!!!!! 63 $~~~G 0qhull V 1uad ~R 3lify ~~~F 5ti ^~^ 6y ^K!k4/&Lg
    3rt ~R 5er ~*$<s! 5z ~o 2eri R 4y ^~M>' 3ue ~~-!*'!!,& 2ick ~~=& 5est ~~= 3et P~Kb3 3nt ~R 2ot ~1c 4e ~r
    0radial D5mC 5n /G+$X~FC 4i T 4u g^6~8/ 2is ]%N~~6& 4e ~~~I 2n P^~.! 3dom d$!R3$.~,)>>%, 3ge b*$0*,,%+6;~M
    2rely P 2steris W!~7j$/(N($+ 8e ~p 7z ~~~G- 2te ~[!+5+$3]? 3io `~; 2y ~~!*!l 1each ~<!AN0!&/v 4t ~~@
    3d )$%!*+-!$!%'F+$$!$*!$!B!!!!!!%,%!%!$!$&$'0%!+%2!',$!$%$!!%!%&&&&&!%!$%&!!!!$%& 4able 8H~|-R-& 4er ~~2V4
    4ily | 5ness ~~F 4y ~~80% 3l y~~6 3son ~2~(17(/'I(& 2ceiv ~w~C&($ 6e ~~;~/ 4ntly ~n 3ip 3W~:~2 5e J 3ognis ~j
    4mmend $%Z 4nnect ~~f 4rd X~7$ 3t V!(Z9=~_ 4angl ~:&? 8e @!*$c^ 3ursive ~~c 9ly K 3ycl ~~G 2d @-)g~f 3i ~~-!
    4rect ~~.. 3raw 2?-$~3s!1 6n ~H 3uc E~~:) 2fer O+L 5enc 0~E 8e K.J_~_( 3lection :% 3us ,~~/))3/b 5e ~a~i
    2gister ~~~U 3ular | 2ject ~~G 2lativ ^~mv 7e y2~,E&1+C. 3eas ~~0~9$ 6e !*!~~~9&*'$ 3oad ~~I 2main WK&-4$R]A
    4rk ~~& 3edy ~bz8O 3otion /~~~, 4v ,56*&I!/)+(%!?**(5ZA$% 5e ~1=~.q+ 2nam ~z*r
    3der Z$I(2-%06($b!!%/$&$$=$!'!$%&)! 6er ~~>~0! 3ew ~~JI 2peat <d(E$K!3W(-D1$ 6able ~~i) 6edly ~~` 4tition P}!
    3lac [>$&%)'7$,0()))&%6,'o 6e 4+~:),3R$ 7ment ~g 4ica ~~,;(~$ 7t ~~~M 8or <z506* 3ort ~z&($@7&1%E,' 3roduce +
    8ible f 2quest ZT_:,$!$!!$$$&!$!%9/ 5u ~~/ 4ir ~;[o0$P$ 6e ~~xO 2run ~~e 2sampl ~b 3et K$2 3iz ZM'S 5e ~y
    3olution ~($!$R&.i2 5v ~1j2l 4urc ~~y 3ponse ~~; 3t 2p11+% 4art RxW))/+t 4or ^m)* 6e ~c 4rict ~~y 8ion ~~y
    4yle l 3ubmit ~~& 4lt =((&(!%*'!&C!-!V0*!;*G61$*$ 4me ~~!k 3vg ~~>12 2tain X~~d7 3ri ~~*( 4y ~~(q
    3urn -%4-'!$!'!''%!!/)$!%!!+(.!(%!%))!!)!%%!-5!/*1%5$='!$$($!$+ 2use ~< 2vers ~~^ 6al ~P 6e ~, 5t ~~e
    2write ~~L 6ten ~~~' 1fc ~~; 1gba ~(i 1hel ! 1ight @^!9D>Q!29)&&&&&& 2m H 2ng 6)9 1ock !&~~~E 4et ~[ 2man ~!
    2ot !$&$!6v,<$$h!M7%%2%& 2tat H,'K(&!R. 5e W~%~, 5ion @-!~002dg 2und =('.+.!B!*JUY 5ness T 3te ~~M
    2w EA<0$!*48.'&!!!E:/Z$, 3s =h&*=-6%+$!%'5OX 1svg ~~> 1ule H*$!''O)H%)/g$!0'$)<,$!&$
    2n )%>=:!!%+!3()!!$!$1'-!!$!&&%!-$(-(G!!$!%.&*%!!&$$$$!! 3ner & 3path ,
    3s +PD(*/&+!$!%'.)'!*)%!&:!$:!%!+$%%&6&'!!(&$! 3time ~~~G 0safe ~~O 2il W 2mpl ~<~}-!! 5e ~<
    2ndbox ~v*%*0&.D,B'&$!$! 3s y 2tori ~~M 3uration I$ 2ve 2M~S!P!1 4d ^~~( 2y ~f~N6 3s %0/03!fF6;+7*g 1bix {
    1cal =*)-3<$(S&!-C$(<0i 4e /-%,&!-!'&%&!$,'&&$!$&-$?!!&.*-)/$?!&%%._$!$ 2en $%,!-~B$$!0o*Y$)
    4e &%'%.L.FB!!$!&2/![!&$%&5=%!%!% 2heduler ~~!%r! 4ma ~u@!X' 5e ~~. 2reen I_N-~$7P 3im 8 4pt ~ 3oll @~N
    3ub ~~d! 1eam ~nl 3rch ,o&I~2!%-+(L$ 2ccomp ~~y
    3ond '&&.<*.!!:!$7$&'%!!%(!!''&)$%!!!)!&$!$,!!!!!!)$0!%*$%$8?&$, 3ret ~~. 3tion ~~r 4or =9 3urity ~~@/M>
    2e ~983!fF0 3d d!!s!/6%!$&b>&:!$ 3n 30~0.!3l$&$2O$ 3s ~~}K 2gment S~~`9 2lect E,%H%!)_3!!-4K+ 6or ?o 3f Mx
    2mantic + 3ibold | 4colon ~| 2nd ~~-!3,$/h 3t ~~-!/!$% 4ence ~< 2parat }| 7e W0C@p(D5G& 8ly ~~_b& 7or }r,
    2quenc g~~` 7e ~G(!~x 2rif ~~~% 3v $~~:/~$ 4e 2~M+B2$-!=/ 5r .&~}6+8. 4ic ~~< 6e )~~+&&!!!!$!$$!%!!!!!,<
    2t $%-0)'!!!!)$!!$.$.$$8&'!$&$$$(!!%%!'5%)7&,$&4$!%,M%$$!!%%$& 3s +&3+$&K(!%%62&%!!%!$&&3&$F$=)!!(+?*$$ 3ter N
    4ing ^iL&~B,&$'! 3uid ~~y 4p (M% 2ven ~~c 5ty ~~c 4ral Z,@%$2..')&!$.$02$,(3('';=!!!, 1ha ~~' 3256 ~~')C
    3der ~~~. 4ow 50&!$5<&:J)'M11$!3/! 3p $!:<O~q+%;&$0 4e C%.%$6zt33$!- 3r ?DG&&JF!&(.~* 4d ~~!%
    4e %3+DH*<I)$!!!%'((!0?/J& 4p W!?'*hi- 5en ~; 5ness ~n 2eet ~($$~~J 3ll ~~( 2ift E2H 3ver ~$ 2ort N1P:k 5en ~r
    6r `-~. 6st ~~: 3t ~~& 3w +%!%!,?!'-.1'0!!'(%!!&'!!$!!!'(!!*$!*))(!>&(!$.$!&+7-, 4n 07F$==$.*+(.h!i 2rink =b$
    3unk S 2utdown ~~< 1ibl ~1 4ing ?~~d 2de /F8=)~0S 2g ~~:7 3int ~~~I 3n k~@+%$!/%!!*!5) 4al ~z&F$<](% 5tur ~~,N
    8e ~~7%!!&!() 4ificant k 3term ~~- 2lenc P~~0$1J/% 6e P~I 5t ~y 2milar ~9'~U 3ple ~~q 6x e
    2nce A/!<D6)7!1$%,6%-$/!);C)! 3e ~R 3gle z$!j*!-%(3Fi 3k e 2x @ 3teen ~~] 7th ~~! 4y ~]
    2ze 0+&%'(,$%%0.&$!%!$!!!$!!'(8*%$$!$$*)!,!$1&!!+5!(%&($&$,32$!%$!$$! 1ketch V~~U 3w @ 2in { 3p A]='R.&&^',
    1lant x 2eep ~W-~^ 2ider ~~e 2ot ~g~0 3w ~OI,9 4er ~~~C 5st ~~& 4ly ~~. 2urm ~~&+i 1mall !$&q{d 5er SM~s
    6st SM)$~^ 2cp z 2il W 3th b 2oke =I 3oth H> 1nippet 0 2owman ~( 1ocket ~~<!%%WK 2ft } 4light I 2lid ^~~D
    2me N9<_6!@D$&+< 4th W(~~!!%$b 2name , 2rt ~Z)3T'SF 2und $;~N0!-d@.; 3rc ,Zu~l 5e !~0Y~^') 1pac `$*4!$/6NiE
    4e A>%Q_-O-1 2eak ~~= 3cial ~W 5fic ~U 3d ~O 3ed Ae:%!$&!+(!.2!)%8~, 2her ~[ 2in ~~~% 2lit x~+ 2read gO
    3ing =~%%&*1 4t ~(&~~J 5e ~, 1qrt j 2uar Sf 1rgb R-$!D86 1s01 z 2rf ~~@ 1tack =u!~88<&6+ 3ge =~~, 4ger =~4
    3mp ~f 3nd ~?/&~C>@ 5ard P/@!z$I8*'+$*E% 3r ~~_ 4t !!*!93($./07$+$%!$%'$3*$'+!$&,$$(!'7&/(./-!&')
    3t ^H%I!!!!!'!$!!)x(Y!!!) 4e ^s!!!$($!!)6<,?+=9$%) 5less ~~E 4u ~z>.}!!' 5s ~~~G
    3y @*4F)'(3($$$.$(('&$!$-3.>'0.!@ 2dout ~~~I 2ep Z%$,7?3*<&*5!L 2icker ~e 3ffness ~C 3ll S(&_$*%&-!~!!&!;C)
    2ock 'I~~j1 3p =E=!!=%*%O&;,%<*R($ 3r M$O-R&24&!V)V 4e O~[>! 2r ~~~I 3aight ~&$8@4 4nger ~~<!3i 3eam f~D~'
    4tch w%%6(~B 3ftime l 3ict ~~_3 4ng N&F'!$!$6U%!~'D,( 4p ~~q 3ok R'~3 5e R!&(~- 4ngly ~>~@ 3ucture ~^~g&
    2ub ~~r 3dio ~~~9 4y = 2yl | 4e K$$*6/!-A0+)zj 4ize ~; 1ubclass M~B!~M2 3ject ~~Z/h
    3layer 01!!!!%!2!52&,%!!!!%))!!%0)xV7 3mit ~~-!! 3path R!$ 3set0 ~~^ 4titute y 3tract I,~8 4ype ~F 2ccess ~~w
    3h %0,+%'!!)!)''3$1:!$%()!'&-!$%+!3$!!5/$*$$(!'$!2))!'$$$ 2ffic ~+ 6e ~9 2ggest /<~J 2m N8~V 3mary ~;!`s 3s =
    2per ~2 5class M. 5layer ?!!*$U('!!'%0+':o7+% 5visor ~~F 3pli ~;~~!% 5y ~+ 4ort ~~JI-I 4ression ~~~G
    2rfac ~~~69 6e ~~~M 3round ~r 8ing I 1vg $!,'@'+;!*$Y6?%'//$!)$$!',+$!.&)$&!!&$ 3z WM 1warm e
    2ift !*J%PJ!,&%$)!+a(<<!$!&$$&!!!!!!!!!!!! 5ui ~~~F 3p ~T~2` 4e ~_ 3tch W 1ymbol ,M 6ic ~~I 3log j 2nc ~~'
    2s ~~xN 3tem $!$%80L.U$%(7&,1P%)@-$% 6ctl ~~I 6d ~~<&% 6exit ~~~I 0tab =a!!{8V 3l OK2/Y!*ed!
    4e 0)(0$!!+C$$+!&!'&6<)!!!)%%'5O((@&,!! 4oid ~~Z 3s }$ 2g +t,~C 3s +q/
    2ke !&+A.&$%!&$3$%!$$!&!%%!%!&-!$-$,)!)!)%&%!-$!!%(+6/*(=$&! 4n +Uoh 2ller | 2mil ~~^ 2ngent ^ 2r ! 3get ~<9$~o
    2sk ~~&'& 1el ~~[5 3l [(f3]I 2mporary ~z&&`4C3 2n !.0M!Ei 3di ~^$$!RM'6G 3th ~) 2rm ~~Iz 4inal .~n 3rain e
    2st +8kUP*30!&8 2x ~~~6
    3t %0&!!$!!%%%.$%%%$,!!,!!!!!!!!!!!!%)'!:'!.'!!$(!!!!)$!5!!'!!!('$!+!!%!!%$'&$$%$'&!&(()!!($$&'' 4ure ~,
    7packer ~(& 1gs ~eP 1hai %~~Z 2em ~g~0 4e ~f!!~( 4selv ~~~I 2ick | 3ng /~~Q 3rd +T03~!
    2ose !$>)?&!1+&&+$+%!-+'!&!!'!*-!!1'12*-$)75 3ugh ~A 4sand ~~@- 2read ~<!R$,)e205&&$%!
    4e @-1'':/!!-''+/%%(Aj&:1 3ough =&0^(, 4w ~=~~($% 5n ~~~?( 1ick =N$ 4et ~f 2er ~~G 3s ~1 2le 9F)aGl 4d RRB;
    3t ~W!*~&+a 2me ~ 4line =~~~< 4out ~~I 3ing ~G&!&$17 2nt WOa 2tl ~$~s 4e =~V%A$%,41L0- 1mp )~{ 1num y
    1ogether O+H7**'^bU 2ken ~~7&!!&+&r 2lerance S 2ml ~t*~D& 2ne {
    2o %)%20$%,'&2%!'()!7!!%E$!$%!*$(,%%$9&%&!-4'1&'&% 3k ~~=! 3l &~~4 2p /2:0(-+%&)%F'4~- 2str ~1~~; 2tal Rzm*$I
    2uch ~n~Y 2ward ^{~+ 1race ~~H 5back ~~wC,!!' 5parent ~~H 4k ~QR 3il |^~b 3nsaction ~A$(~U
    5form @$+!-O(!!&%$!8*(*!~R, 9ation ^ 5ition ~9!!!&(%-!+$!!~$=N 5lat ~~L 8e W 8ion K 6ucent ~v 5parency ^~*5
    9nt ~,!._S0*( 3p ~~~E 3vers ~~c 2eat ~*9v 3e ?$`!F$$(+!;j!2+C%%' 2iangl V 7e I, 3e +~u 4d ~~-!4 3gger O/
    3linear E 3m ~,_+f1 3ton ~i 2ue @>A&$&!!0!'G&$!&!$%!g 3ncat x'$ 3st ~v%'&1+Q,B', 2y 2~~+ 1sv ~| 1tc y~m 2f y~m
    1ue l 2ple ~~~I 2rn :(*&*+$,?7&,.&C_P3$ 1welve ~~~G 3nty i~a 2ice +TP2$/E'!0W 3ne ,
    2o )$3!*%$!$)!*)'4)$%&-&)'&$$!$)&&2(!.!/!$11(+)>!.&,& 1ype W4!K/+3$',%)m!'J(&$&$ 4d ~~~@' 3ical ~~c 4ng N
    0ubuntu ! 1ikit /~~o! 1naffect ^ 2caught ~~~I 3hang SZi$*W<N 2declar O 4fine ~~~U 4r @'%)Z&*<$5+**5L!%W*
    5lin ~& 3ivid } 3o ~S~3 4ne ~P~X 2even R 6ly R 2ion ~~~O 3t =(%/,E(1A.%S%;F2 2known jNNP'SH
    2less $=$02!+0'''(&%&D(.9B.!?K 3oad ~~~G 4ck ~W-~$ 2own ~~~? 2pack ~* 2quot ~r 2readable ~~) 2set ~I 3ign ~~<4,
    2til L!/'&J0&$!)$$/1+!!!3)(.!4)$'O$*$ 3ransform ~0 4ust ~~&*mB'&$ 2us ~a 1pdat ~~u 5e ~~<W 2per ~!e.
    2right @?@-U 2side @ 1rl ~~5,!1 3s ~~M 1sage P~~HC(& 2e %>1$'E$)!6+-,'6+$&&,$.&6)-*?$$&$$!!!
    3d %!~$+R/%/:!!Ac&$ 3less ~~@ 3r )V~c!C]& 3s ,J+A*}!]_$ 2ing ?;~~l$! 2r ,~~_[ 2ual ~>~] 1tc j~*$ 2f ~q!Zu$
    38 ~~x 2il $~( 1vx & 0vain ~~d 2lgrind ~~~G 3id K/lq'~)$
    3u .$$2+$$6!%$$*%%'/)&!!!!'$!!!$!!!!$!!!$',)!/=&)!&%;.*?(%!$&$&
    4e /2,&$!,,'$2.&(&$%!!%$!!(!%$$&!&$&!!!*!$*!:(C$/%'B!'$!!($&! 2n b 3ish S 2riabl ~~& 7e $w!P6i4 3nish ~~J
    1cl ~~J 1ector ~:!]a* 2locity ~] 2rbose ~~]5 3cel ~~M 3ifi ~~_ 3sion !)!r|&$$$3/A+T%$ 3tical ~3 8ly ~!l
    1iew N~~M 4box ~* 4er ~~]! 4port ~g 2olat ~~u 2ridi b 3tual ~~>~- 2sible A(2%D+el$&$ 4t ? 5or ~~= 2vidlight I
    1olume ~x!4 2ronoi $T~~~! 2yag = 1p9 ~v 0wait ~1x2!($!!$?476 2ke ~_~b 4up ~~~I 2lk ? 3l ~~o
    4paper ~V!!'!!%RM!+V$)! 3t b 2rn /2!+'!!)$!!$=!%$!./'&$!(,-$$%'!&$%%%$/G%,))$A,!!!%! 4ing PfI~&-)C,$!$!
    2tch ~~5)I$P 2v ~x 3e =~? 2y !N+)W54=-tI$ 1cag ` 1eak ~%P 3ther = 2b ~i/S 3m $~t$!-1R$0>/ 3p WM!&V&2&&%%1$$$L[-
    2ek ~~J 2ight `;!$~=3 2ll ~~~I 1hatever ~b 2eel !%~~ab 3never 2m~d 3rever ~b 2ichever [
    3le K!T=7*(-./&('$!'%!$!;G3&&$! 3te 0%'%26JO-2f! 2l !% 2ole <%/*%&+(2$%'(!<&4&!-!!!!!A0!:&,.':,
    3se 0(-,.*E$!2.1,!').&(%.$$!%R!9 1ide j.)4~~$ 4r ~!! 4st ~! 3ow ~% 3th 94*,/-$!!$'!!$$'&$&BH(-$5-d,)$$!
    2ggle ~j 2nd S 4ow ~+t~. 3s ~s 2thin L(!,:-5$(1?Xw$& 1obbl e 2ff y~m 42 $w~m 2rd %s&$!$:5)*,.BE(%-%'M)
    3k )82%'L)%+&E!6,a&1!B+$!% 4er ~~+$!0!!%&!!&! 1rap ^:$+!,~f 2it )&DI2!!1-*0%'%+-&5()9*%!!+26%, 4able )~~~7-&
    4e ,!%%=/C*%.J4,&H3($$(+!A!%($!!)! 4ten )(A1K!V!%+%!)*5D!++!(!'J$! 2ong Ptb1E'5K$ 3te ~~w 0x10 ~r 186 !~~~F
    1ml ~^$$ 0yaml ~~07 1ear ~~:2 2s ~r8 2t + 1our ! 4self $W~J~9 0zero k!M[-~C 1ip ~` 1lib1g ~~~G 1one j 2om ~~Y
    1sh ~~r
    """#
}
