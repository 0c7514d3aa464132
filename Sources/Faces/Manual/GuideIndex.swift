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
     Names of this machine
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
    0a10 ~~[ 1ac ~x 1bbreviation } 2iliti + 2out /3.('/'$3<$;%;m8.. 3ve ,J(>'+a!*!i&%2& 2sent ~s 1ccent x 4pt ~r%
    3ount ~L& 2t ~/%L~K 3ion K&e1%,0 3s ^O0 3ual P 1dd !'I_@+~- 3ed N1;'5/'!$$+!'~(- 3ing ?~* 4tion ~~z 6ve ~B;
    3ress }*U%(s*$+& 3s ^=F/$$*=~& 2justment ~i! 2vanc }?? 6e ~] 1ffect ~*T~!
    2ter !A,!.&*8%(*!%-'%'!!%!($'$$%'!%%h*+$'2) 5ward 0~? 1gain MU)&!1.3%/u5. 5st ~< 2ree U 1lia ~, 4s y 3gn j6%j
    5ment |!%0$! 3ke ~~_ 2low K'gN,&e(/+! 2one Fp8.~$>0- 4g H,P+&/'&4/ 2pha :+%%$.&$B,.%$>(0)e?)
    2so $?)!$$!!+!!%.!!,(!$!%&+$$!!!%!!($&/$&!'*%!%!!(_%$!$+(! 2ternatively ~o 2way RE4J)| 1md64 ! 2ong M|9<
    2plitude ~x 1nchor @$7U(~QB 2ew ~~~0 2gl /?*+^C~D 4e D*~1 2imat ~$&!3/$('!2!$()g(2 6able w%) 6e L%*O':$+,(~=
    6ion /2')$!!%%$!$!&!E%.$&!!!!!!!$!!!!!$!!!!!!!'$!$!!!!!!!!(!!)l(%1!$0!$!% 6or ~i 2nual =
    2other 1',9&%!!%!):!!)!%&(.!$!%$+%'!-)a($!!0;% 2swer ~6 2tialias H7 4clockwise ~`
    2y !7!()$'*!!!!/'/$'!!!!$(!&'!!$&+!$'!)'&!)$(!$%%X'&!-%.)$$'% 3one ~~g 3th &'OaW- 3where % 1part b' 2ng ~v&
    2ostrophe } 2pear 2@~,~&( 6ance ~] 3kit ZM~u 3le /A1P/L 4i /3$('!$%I**B.&)3' 4y H&((';+&2-%&'.>k 3roximat ~]
    2t !! 1rabic ~~_ 2c T+ 3h % 4ive !$$$~X!!%!!!!y, 2ea H-,X%L$o%! 2gs ~u( 3ument S$*$'<e0p 2ial y 2menian ~~_
    2ound I,&($-856Fg1- 2ray 01~V* 3ow 1I 1scent w- 2eprite ~(& 2k ~w~- 3ed ~~a 3s ~M~<1 2pect ~y 2set ~`!
    3ign ?/$/L(_ 6ment ~7 2ynchronou ~H 1ttachment |& 3ribut WF!',Q!~C 8e |2 1uditwheel , 2thor ~~[ 3o ~4lv)
    4matic ~4 9ally Z 4resiz ~/%'L 6vers ~A%*& 1vailable ^ 2erage e 2i ~y 2oid H_~V 1way A!~~@% 2s ~~w
    1xes =^!'/'~J 2is EE!23!$F8 0b10 ~~[ 1ack +7.$!*g-&$1~$ 4drop I0(X%~C 4ground [@$').C*%$0c)>% 4up ~c
    4ward ~A-;5 2dge 9 2ke ~b 2lance |!x 3l ~@~l 2nd HC~(~4 4width j 2r ;~a 3e !*! 3s =~? 2se ^s!!!~*) 4d ~S0
    4line ^;''!~~. 3h ~~s 3ic ~@ 2tch ~{%l, 3ter ~` 1ecause ~M~7 3om A]+*X+j 5e 092Oj!! 2en ~[
    2fore G*0@$!!(&,*'%!!$$!'61&j(,2' 2gin RL!%=!&%$'((%!!!)%-(~2 3un ~y 2hav ~f 3ind A*'Q_${&@ 2ll 4 3ong M!!N:9~S
    4w !+5:!%$)!%0')I$,!'z$',++ 2ngali ~~_ 2side %~~]@ 3t UI 2tter ~v 3ween %>&1!*:!'+$!.'3%$&%%1&j0$B
    2yond L-(<>Vk$$- 1illionth ~A 2n !! 3ary ~A 2rth ~[! 5rate ~[ 2t ~; 3map GU, 3s N~E!!p 1lack 8E$$>.d 3nk 3~~O
    2eed ~~[ 3nd E&0(^42*!.fD 2indness b 2ock ~I!N 2ue -@n 3r H7?;$%Lr60 1ody ~1 4movin ~j 2ld z$ 2ok ~~]
    3lean N~(?% 2rder C'a/C!~9.$ 3n ~[! 2th )%%0$!5!!$$$$.3'-!!&%%!&&,!'+$.%%i!6&0 3tom D^~c 2unce ~C1.
    4d 3/!$!&'!&'!$!$:!!)$,!!)$!$>)-!)e%!+..&/ 5ary ~~z 2x @!8%F.Zx4+$!.) 1rac ~v 2eak %(m)% 3wer b 2ightness K
    3ng ' 2oadsheet = 3ken ~& 3wser 2G*F~W(2@ 1uffer ~z 2ild !'!$!!'/5T~_ 4t ,!'HV9~c 2ndl ~^ 5e ~a 2rst ~[ 2sy !
    2tton ~~e! 1yte !)!?)T!'V.!!!!*%!Z&&&, 0c10 ~~[ 2x ~@ 2y ~@ 12x ~@ 2y ~@ 1ach ~n 4e ~~p
    2ll M!,!!$!.8%%&$!,/%!$)(2!+!e%!!3&& 4back ~' 4er ~~`!% 2mera ~j 3l ~^$!!~*6 2ndidat ~~d 8e `~~&
    3not O*V8/!.7$`$:% 3va ~n 2pital } 3s R 2rd 7(de,&)$q& 2scade ~~~$ 3e @4~?$-z 3t 5 2tegory ~; 2use ~~`& 1c0 b
    1eil [ 2ll =;0B,I!&3,b%+ 2nter |!O 4r RL>C$w 5e D&.%Q2$>0 2rtain ~T~- 1hain ~%.;N
    3ng +2'-.%,!A(!!*%$!'$!!'!!%$!&~''-,&+! 5e *,-*$3$.?&!+!)'%&!'!*'$%$!&,i$ 6log + 4nel Hb 3racter v$!$!P;+%*_4
    4t i~* 2eap ~[ 3ck +~l{& 2ild ? 5ren W 3nese ~~_ 2oic ~un 5e ~~f 3os E%Dt~% 5e z 3ru ~O 3sen ~n* 2roma `
    2unk ~~y 1irc ~R 4l ^{ 5e 6?&*q 1jk $ 1lamp R/,2A> 3ss .?$!!!)!!!$')=+'+*!9/o5% 2ear 8E 2ick 2~A~6
    3p 5(($&!$*'!'<+&1V,!b($2 4per S 2ock ~0:$$&.%%6~$' 5wise ^K 3ne !' 3s S$*En 3ud e 2ump =K 3ster ~&~Z 1oarse ~n
    6st ~n 2cos2d ~(& 2de )$4jY:&_*&$$!'$$ 3ing /~~n 2llection yg 3or %'5.+/')1*5C,0 5burn I 5dodge I
    4ur ;$+$%)'(!!$%'2!!$$%$%/!!$+-*!!&!'!!!-!+^!%$&'&%8$ 3umn =BP%!<D$%&!!!!k2&&&&&& 2mbin =.3[R 3e /0<G*S5~&A
    3ing / 3ma }|` 5nd !%!~b+'&$^&*+%%2&, 4ent ~~d 4it +! 4on ~!f 3par +4m 6e |* 5ss 1I~~.5 5tibility ~o 4ile !
    7r !* 4let .~~g 7e 1%Vv:a, 8ly HQ2 7ion $~HNy 4onent ` 5ser ~o 6it I6Z~D 8ion ~g$(~F 4ress WM 8ion ~,!V~*
    4ut @/~6 6e iR.%) 2ndens z 4ition ~s 3fetti = 4ig $ 5n ~~z 3ic Dc~U 3secutive }! 4ist i 4tant N1.X~W 5rain ~1
    9t 9s$!'4:|':&6 6uction ~I 9or 0@! 4um ^ 6e ^ 3tain =<60%L7!&-!q 7er !(~/ 4ent $;%$!$%%&*$$D'.'4!0!!%%)%!!o%0&/
    5xt H2M!f~6)$$ 4inu ~%!E~8/ 7e 3SR84)6 4radict N 6st ` 5ol R*u95 3vert Ad$FFr 5x S% 2ordinat D5()>(4Q-e 9e @F
    2pi ?5e/.).q- 3y 3!(',A6(A!-$~+) 2re !!-2''&!&!'%$$!T(0%%-%!.!!~,& 3ner /,*$'-!%(05(.M~3-* 3outine ~~y 3rect ~s
    7ion + 2st ~]3 2unt :%$6,03!'!5'-!/!'++!!$f&5 5er =~4 7part ~~~8 3rier y 2ver :%'(-,~~%%$ 5age H7 1rash ~~e
    2eat .D.L!&-!5*+=`&(+'$ 5e ~=X 5ion ~~[ 3st e 2lf ~r 2op ~*$ 3ss B2^~L 5ing S 1ss />)'*9%-JDf.8!!,, 2v ~|n
    1tm ^ 2rl ~zh! 2x ~~~.& 1ubic ~R 2mulative ~B 2rl =I 3rency k 6t R*%`!'~?$(, 3v R!.z. 4e Rl&E 2stom K%!+`H
    2t A!2N!$'nq,> 3s 5?n! 1ycl ~AW 4e ~,7!V 2nthia b 2rillic ~~_ 0damag ~a: 3p ~C 2rk zA~I 4en Im 5r ~>
    2sh R-@~!fB 2ta %O'O&/!F2!fJ- 3e +au2$!d 4d ,~W 3um j 2y =~G3~' 1eb ! 3ian !!!$$!$o& 2cibel ~x 4d M][)
    4mal k3!!@R 3lar K$$/~7 3od ~y 3reas `e 7e ^ 2ep W[
    2fault @%!)$'!+!$'!&$1!!!!!$!&!-!$!$$!%!%!%%!$0!'($%%$)Z''&!!!!!!'!!1 3in K%,~+ 5e ~= 2gre ~gwC 2launay $T
    4y ~)@'$!('6* 3egat ?;o$77 7e 14*/!%K)'4F!oH& 2pend !!{0?0~?1- 6enci , 3th ?!$~::h*> 2r b 3iv ~b 2scendant ?:|
    6t ~' 4rib 2y~n 7e ~(o 6ption ~,k 8or ~c 3igner ~dt 2tail ~7 3ect ~(Y 4rmin ~O 8e ~1 2v $~~w 3anagari ~~_
    3iation ^~~D 4c ~_!%~8! 5e ~WGf$) 1iagno ~~h 6se 3~J'|!$%$++* 7i ~~d 3l 1 2c } 3tionari O 2ffer +6@I!$=;'z
    6enc ^~~: 9e /<B/3 8t *~J 9ly ~~^ 2gest !*~u 3it k4b6)_ 2m ~` 3ension ~~~7 2r {$ 3ection A5D2Q/&(i 6ly ~29G
    6ory ~.U~*1! 2sabl | 3c =.- 4ard ^|3u 4rete ~A& 3k !~y{ 3play E6$!~~+2- 3tanc T 7e B33T 4ortion ~; 4ribut ~O
    9ion fJ 2ther H 2vid |!$(v 5e IU 1oc ~~s 3ument {c! 8ation .~%f{ 2main b* 2t |[;+f 3s @`02G 2ubl ~*)c 5e |t
    2wn /3?@%*43.(7~(!%&&&!%!% 1pi ~-~P$ 1rag 2~~U
    3w !$!&)$%/&!!)$'!!!!$=+!!!!00!'2!%$%)!!(!&%Y(%!$%$!$$$!$!1!$!!$! 4able ~H;/~A 4ing *~Y~$
    4n R%*:$%!!$(!2.()-$'%&%+%d%-&*!+$&! 2iv ~@ 2op ~~f 1ue ~J 2mp ~/C~K 2plicat ~w 8e ~r!
    2ration KA>7$!$%(!'((&'-!$~3& 3ing ?;$T97 0e308 ~s 1arlier ~G($.!? 2se ~R 3ing ~R 1dge A).$))4'!0!$(8~.$$-
    2it ~~Z+$ 4or .yX~4 1ffect K$0F(((%()*6'!%$l( 61 ~i 62 ~i 3ort ~-kq 1ight b<! 2ther S*Pi 1lastic ~R
    2ement U$OJ!$-!!~>% 2lipse W~~U% 6i x'% 2se !WE+!(-:!!-)'&%$j$2 4where /2~Wl% 1mbed (~im 2it ~[!
    4ter ~*D!0!&8~5 2mylua . 2oji $!'p% 2pti ? 4y ?,+q!7''-!,d8 1nabl ~:!C 2clos WoOd 3od ~>[$ 5e ~*
    2d P//-(!,%&+'*%!$!$+,&*'!!!%l8 3ed ~*:Y 3ian ~; 3less ~A1!0%%3 3point ~G 3s )49-A(;*!)&3-((dM 2forc ~~z
    2gine !!&~$!D23 3lish l 2larg Eb~S$ 2ough ~x 2ter ~O 3ri KBa!),~3% 4y Nk5! 1qual +4-,!81,%!!)*%$-*/'.(!c4B
    5ly j4!U 3ivalent K~! 1rase I 2ror 0$!.!!,%!!%'&!&*=)!)!!!!,$%!%%$-!')!%!!!$!!!%!_!&%+'$$ 1ven H&$(+$,!4$(.cs.
    4ly b'%X 4t ~I! 3r O~/ 4y !/7%&$4%*,%&+2/*2/!%)!&Y.%+$' 5th /2&'!4$*HE+6-f6!2 5where ~v 2ict ~n 1xact ^Lh!%!o
    5ly ,Ik0 3min ~~`%! 4pl ~ut! 6e XI/7=z5% 2ceed ~*r{ 4pt *~Y:h 6ion N 3lud ~j 5sion I 2ecutive ~~[ 2if ~(
    3st N$+!J*N41r 3t )~!r&_**!'$$ 2pand z 3ect P~F 3lain ~:~R. 4icit ~~w 8ly ~0, 4od ~~f 3o ~R 4nent j! 4rt ~d
    4sure ~> 3ress ~O~0 7ion ~j 2tend W(.0>~D$/ 5sion BV3V 5t ~* 3ra | 1ye A!? 0f80 R 1ace A!X!$~b 3tor j
    2de :+%~(0?k> 4d G 2il +~$j'&l- 4ur ~~! 6e ~~!l- 2ll ~]3 3se N102-2/G%% 2mili y$ 5y x!!$ 2n b 2r I6X2(<&2Z&-'
    2st ~=&Y 4est ~-~_ 1e0f { 2atur z~b 6e z 2dora !$ 2tch ! 2w x'- 3er SK*~j 4st ~b 1f8800 K 2mpeg $$~r$!!}
    2probe &~~v 1ield 0=%1(EP%~* 2fth }1 2gur =^
    2le !!!!%!$$(%B&?!%(!!$!!/>($!!!!!!!!!!)%!!$!!$!!!Z!$'!!!$!!$!!!!!%$!!+%.& 3l ;9!&(@+5B+$(%(dL&
    3m $$%/)i!%1'+$!%!%*)$!%.!!!!!_%'!$$$'(%2&&!$! 3ter )>&$.O0!!!!!!*<!)r(0!9 2nal Zd 3d %<$8,ET&{!%!/* 4ing ~a|(-
    3e ~n 4r e~v 3ger ~T 3ish ~JQ&l, 4te ~AWr 2re =~@
    3st !&&%3%*$(!!!$$%!&''-$%!!$!!$%'!1*&$!%!!!&!%!!!&&*%$!&$_.!(%%! 2sh ~~s 2t =8)?)!0Pw!+ 3s =??'$ 2ve !|E7~'
    2xed @*DC 1lac ~x 3g x% 3t ~; 4ten B, 2ex ~5!~m 2ight ~[ 3p @ 2oat ~;%F 3or ~V)!!$!~% 3w =I~~< 2y ~[! 1ocu W
    2lder %&$!$(g$$-!S$!&$*+%e'(%!%$! 3low 0)$@/4&&$''!F$*$(!!*!$$l$0$!+*& 2nt $!'H=-$!!!$!!'Y'$7Z%(%$)'&)3 2rbid )
    3eground ~c 4ign N 3m !)$D)*+GZ-g 4at =E,!=!R&&.$&a$,+! 4ula eV~v 3th ~A-& 3ward ~,7+'8 2und ~~d4/
    3r 11-*37%*4'=&~% 4th `N- 1ps ~f2! 1raction @4%,X(5D~- 3m @~!(('$)'!&&.!!!!&!Z1-%0$-
    4e @/!W%%!(-(()/&!$!')!!!e)&,+*!(!%! 2ee ~b~5 4d O+ 4z [ 3quenci e 2ont B7~,~$ 3st ~9 3zen Rr! 1ull !$$OF&A7E{
    2nction +42!!'%!!%!)'$6%6!1!$!$$*&!/n!$!1= 2rther Z)'<C5 2ture ~G 0gain e~5 2mma ~(d 2p |$~~% 3s g~.~)
    1enerator ~; 2ometry N 3rgian ~~_ 2t ~=F 3s ~$N3yO 3ter N 1ib ~~p 2f ~(!o!$!k&
    2ve $*&@!%$',7&%)''(%&(%'.&!%!!!!*!%!%&!]!(6 4n R-Y'H!/$hO 1lass ~9 2ib % 4c !+ 2obal N 2yph {(z^ 1oes WK=.&:{
    2ing ~~!l 2od 2~ii 2t ~u 1radient 1)$%(!$$1(%<,?B!7]!$C& 3phic S'' 3viti ~+ 6y ~*! 2eater ? 6st ~< 3ek ~~_
    4n Kn 3y ` 2id 7(I)F!Ys<&6 2oup =<56>&06$sF$!- 3w =7N.X5u 4n S 1uarante ~~z 2ess k~q 2ide ~~s 1zip WM
    0had ~0N~? 2ir e 2lf L)!!*$9)!+1$%F~< 4tone ~; 3v k~/ 2nd =:W 4l R 2rdlight I 3mless ~~y 2sh + 1ead 1~f{
    4er $!%~+c 4ing ~~[1 4lin } 7e = 4r ~1 3p ~~p 3vy | 2brew ~~_ 2ight 7(04;!&!$%!$$'&!!& 2llo & 3p ~~i*%&
    3vetica y% 2re /3$)'+h!?!+~-'2& 2xadecimal ~~~1 1idden /48Z3TdC 3e B~~? 2gh ^*~& 4er H 5st `J 2ll e 2nt ~~`
    2t Ak 3s ~Z 1old Oj'&$$*$+!&&2!~& 3e U 2me ~W 2ok Y!$R8'B!!~% 2rizontal ~3 9lly ~m 2st +'4.!WP&8'b, 2ur ~[
    1sl ` 1tml ~~~; 2tp ~~]5& 1ue I$6 3s ` 2ge ~A 2ll V 2ndredth ~)p 1wb ` 1yph } 4en ${$~h 6at | 8ion }~j
    0icon 4EOW 1dentifier ~b' 6ty @ 2s W~~)F 1gnor Ab-&&>,*,- 5e ~9. 1mag 3AR$$!6@!!'&%2]!
    4e !(<(0&$@)$!!!-%!$8.!'*,|-- 5io & 2mutable Bc 2plicit ~I 8ly ~: 3ortant W 1nch ~-~O!1 3lud C+(W&B6.'b+
    3omplete ~~p 3reas `~9 2dent }$ 4pendent ~w 4x ?2>_4$ 3ividually ~i 2f ~t 3erno b 3inite ~~~& 7y ~t 3o K~;
    2herit |J 2it ]~,~*& 4ial M 2ner 57d 2otify ~~g 2put ~,2T/i'3. 2sensitive R 4rt a 3ide $':$'/*$L<,3&~7
    3pect ,~km.'& 3tall !!$!!&!H%D&*_$3b*%)$'$ 7ation ! 5nc ~9506 7e y_ 4ead '+2=M<=&v1*+ 4ruction ~<~V 2teger ~u
    5ral ~] 4nd P~~1&4 4r $w 5mediate ~G 5polat U*Y$--$! 9te ` 9tion ~R 6reter '~~u 5sect ~j 9ion S 2valid ~27;
    3erse @~T 3isible ~<~D 3oice = 1solate ~y'f5 6ion ~~z 1talic y!$~~' 2em 0A8:f. 2o b 2self $=%+&%'&&G!-3!&&33q1.
    0japanese ~~_ 2vascript ~j 1oin ~g~5= 1peg $UM'V> 2g 4qpo$!) 1son PJ0$X$-%'$$![$3$%$ 4l ~| 1udge , 2mp ~L&H
    2st ~~f 4ifi w(~_ 0keep )(+!)$(7$I'*%$02&!/%!%!'$Y.('+.&) 2i b 2pt Lf+]'r 2rn |~` 4el ~<~`
    2y /!=!!!!!,$?)('*!!!!%!!%$!!%%!$!$+$!!&%&'.b9& 3cap { 3ed ~r 3fram ~@~G 7e ~~~$ 3s K$!!L8%%!$&'$!,*&!!((%!(j7
    3word ~~[ 1ill ~z 2n $ 3d M%h!-6$$)!$+$)a8$< 1now /~~Q> 4n yg 1orean ~~_ 1ubernet ~~w 0lab ` 3el ;$PB?!!!
    5l ~~f 2ck A%W-Y!'$ 3unarity e 2id TY@ 2mbda ~~~: 2ndlock )~~s 4scape ~~[1 3e ~~f 3guage .1O3!~s6 2rge W*=&)`
    5r =m1X~% 5st =F?*!T$5 2st 2/8(=!&!%$'7!'$(!!$$'('!%+&$i)F 2te ~] 4r ~:/%(.&1r 3in ~~_ 3ter ~2 2unch = 2y ~2
    3er ~ 5lua !!!!(!(%.%4+,0.*,!$1,%!!$!!!!!$/!$)_!$$!!!!($$!(%&!%!%!%%!& 3out 7CE0$!&5&6~6*!%6 1ch ` 1dd !
    1ead |!@! 4er =a$~^ 3st gs3! 3v $>*~6=!|, 4e =KGM 2ft /J(02!'',L9b$A* 2gal ~~[ 3end =
    2ngth /E$+E,!/0&3&!$+(q,,$&.! 2ss !|)&1 2t ~~~' 3s ~A~P 3ter 1.9E$$!$~Y% 2vel E%1~,)''!i: 1ib %$ 3deflate %
    3eration y 4xec ~*~_ 3glib % 3harfbuzz ~~_ 3layerlua !! 9ua2 $ 3polyclipping22 S 3qhull V 3rari !!!$!&{~q!
    6y $!!%L~~-4) 4svg %~~[ 72 ~* 3seccomp ~~z 3thai % 2cence b 2e %=v= 3s @A9,W%~2). 2fetime ~[! 2gatur |~`
    3ht z$??/!yN 5en I 6r _ 5n e 6ess ` 2ke I(&$6$2=:3*!&((_&0 4ly ~~h 4wise ~4 2mit I040'<F+%!('!&f!2$> 5er ~x
    2ne /%-5$!!%'!)&%,!!!%!!!!!!74!!!!+$%!'$+$!&!!!]%!$!!!!$'&'$,&'&( 4ar D=,Q$.(~P 6burn I 6dodge I 6light I 7y ~T
    3k %!(~W*p,++ 3tian , 3ux !~~f5 2st !+%00&%$$!!!*%!&$/!$$+&$$%$$!!-)%!$$(%!!&%)!!$)!!!Z!'!!!$+$!$& 4en ~~g
    2ttle b=; 2ve $'+?~$-~*2 1oad $!~~d. 4er % 2cale k 4tion ~G 3k ~W)&~%+ 2g j~z 3s ~~c 2ng OW$177~6 4er &[Ciu%
    2ok M$&$,B'1'-%1!;c+$ 3p ~f!!%.!!d!< 2se ` 3sless ~-kq 2ttie ~d!!!$$6m&%B 2ve ~~~, 2w ^* 3er H9'4'$)^. 4st ~('_
    1ua !!!!!!'!%$%)=.UF!&)'!!+`'&(*!!.!%(' 35 $L 3cat ~~s 3l .~~g 3rc ~~s 4ock ! 2minance W($ 5osity I 0m11 K
    144 K 2a ~x 1ac ~> 3hin ~M>/)v30 6e !c7.~V= 2de R')>K&%L~.& 2gma b 3nifi ~~f 2ilto ~~]5 3n b{$ 4tainer ,
    2ke !*-K'!?6!1&$!&%,,(d!0..1 2n ~~s 3ager XS$!%!!4:|@% 3ifest ~h~1 4m /~~~'$! 3ual $ 3y S:6J/(3&!%%!vA 2p y`
    3s jM 2r l 3ch l 3gin ~0~MH 3k ._41!a!j(%0 4er WF$)^!~1 2sataka b 3k :%$$$%'$,(I'!$'$).7)u%$B 3s ~C 2tch ~U3
    3h fS'.~B- 3rix @. 3t ~i 4e ~i! 5r ~1c 2x ~0!,[ 3imum A~~P 1ean K%)(0?!&2-1-).%v 4ing Z 4t ~~_$' 3sur !|
    2chanism ~/ 2dium ^@ 2et S 2mory ~<`&f+$($ 2rg ~j 2ssag /~~m 6e 0='^N~$!9 2tadata ~~[1 4l ~o 4tabl O 8e X
    3hod ?1&!.'!I7*+~T 1ib ~b~0$* 2d ~1 3dle 9&%$$5,~~F 2llion eB~j 5second ~] 2n ~0!$*[ 3imum A`! 3ut !~x 5e ~]
    2p E 2rror ~9' 2ss %M%G.%5)H&-`!+2 4pelt .C,~~; 3tak ^~~(4 6e ~1~P 2x W*$~zD 3e `!~9 4d =C(kG!p 1kv ~y
    1object ~~~4 2de I0(~%*!q!=) 4l ~$= 3ul +~ud6 5e $!!, 2ment ~F, 2on ~b 2re $!0B!%,&&5**,$)7(!.$$!&$c!(.!%&
    3ph ~R~`$ 2st $%J'-?$/F')*&'$$(d 2tion ~iz 2untain e 3se ~~f 2v ~y 3e @4'(G%&!!6&!'!0$!)!%!u( 3ing 2~L 1p3 ~x~@
    24 $$2~Q2$!$l$-%2&$'! 2eg ~y 1uch b=~d 2ltiple ~n) 7i `>V'! 7y I~3~H 2pdf ~~_ 2sic ~~~; 3t )!~)/8Bg 2ted ~y
    0name %!&$$!2$)!$%$%&$&&%'1%!$!%$$!!$!!&!!!!!!!%)*!$!$!$'!!!!!$$!!!)!!!!!!!$!!!$Y$!!%!$!!$!*%!$!!%!%!%&$$*
    4d y5D0&!7%Y<& 2n P/[W$ 2thaniel b 1ear ~n 4er ?9{ 5st A&V$<!-.$!2((h7 4ly +
    2ed !!$!!!%@*!%!($*$3$$!!&!+'C5*!e*5+%&* 2gative @59Cj 2ighbour H 3ther O0~@i0$ 2st Wo%$$,~! 2twork )
    2ver *8$9!?'*7,:*t1++ 5theless ~U 2w +9:-F,2,$)'>d,- 3er % 3lin v 2xt [C%'$(.%&,(.7)d!!+ 1ight ~c
    2l ?.$!!%V10%,=!$ 2ne ~* 1obody ) 2ise =I 2n ~G 3e !($!C2A(*5)>!''*_63 2r ~|i0$ 3mal I>6 6is @ 2te ~^%|D
    3h !!'$*1)$.!$C+!$%9$,!)'!'%*'%c&%%(($$**& 3ifi ~J 3o $!'s 2w ~<22 1px ~~~: 1ull ~j*!
    2mber +&%-%-&!1'!&!!.$$!!$$!&'$!$&!!'('!$%0!'!$($!!!!!$!!!!!_(&$,!%2*! 3eric ~~[ 3py &~9
    0object K&!*%?w)$%[$3'$ 6ive ?1 2lique z$ 1ccur ~L~: 1dd @01~; 1ff 51&1(K9!O 3set j?'20;- 2ten ~)j)e 1gg ~x
    1kabe b 2lab =D' 3ch ` 1ld ?w)(%5':a< 3est ~] 1mit W5J>B$$a% 1nce H'%+!!!!*F$!*)($&$!''$'&%'!,$a'+<&
    2es .6@!%h/3&!)m(< 2ly %&%0)/$%$$!$%0/%!&&*-&(%$!%,$'.$+']!!&!$'!%!($'& 1paciti ~h 6y A$%'$,&&=;)!A*t!B
    3que /;3$~4!) 2en ,(C!!*i,~3!!0' 4gl ~o 4type z 3ration B3'' 6or I 2posite e<
    2tion ^F'!)=!3&!-!$%(!Z($%$!!!!!!!$!$:'% 6al ~( 8ly ~2 2us ~x 1rder ?%.9<&%'*(*$!%$!%!)(/$!'$c+-(1 3inal j
    6ry B[OA 2ientation ~( 3gin ,%3-)'6BK4!u&6* 6al SU0/! 2phan ~% 1tc ~~j 2f y~n 2her $LmV(a% 5wise G;:!$!/U%5
    1ur wD 2t :<%)O!1-%%0:a,P 3er 57~( 3last ~~f 4in T%@&$jp%)' 6e |jp1) 5ve ~M 3put WOYz)$$
    3side ?!!3'%'<(6$!$%*&(/(0i%4 3ward ~0M 1ver 2*$)(+1%Q%'</0$c() 4flow ~%0~p 4lap lb 6y I 4rid NM$QL 7e M
    4shoot `a& 1wn %&%*!-!*'$$(H0%!%'!$!(&$!)&!(&!$&$+!`%!(5$&&%&& 0pace ~L 4d ~E 3k +~! 4ag !!%$$!o&~q/
    6e !!$$!%o&^!!~3 2d j$=)!d)~' 2ge $'(!$-.0J%$IFb!!!%%!!!%!($$ 2int ?%(!0_D&~(,( 3r Um~o 2lett =F 6e _%%'2 2n ~x
    3e ~m 4l @ 2per ~~Z!!/! 2ragraph v!'!!!! 4llel ~&z 4meter R~6$.n*!$$% 3ent ?~K! 6hes N> 3k ~a 3se ~q
    3t *(-,(!%%!%!%B%)$!1'*:&!!!!%!,!_!$*'&$'%/. 4icl ee0!!~!N 7e ~[! 2ss OQ
    2th 0/$.!%%!$!!(=&&&%/$!%$%$$(!$!$-($!1&_$%.1&%. 3tern H1(A(!!Y5 2us =~1$% 4e ~K&! 1df $;<+>!%$$Y6c$!)&!',>
    3ium ~~_ 1end Zp 2ople b~5 2r G(%)'>,$%&-'(5!(.*!%&Z&(&!!' 3cent k1$.[ 7ag ~~~' 5ptual ~O 3manently ~~z 4it ~~p
    3spective =&&~JmV 1hase ~` 2on ~b 4e ~^ 3to 4& 5graph ~~Z 1ictur ),.h$/$!%D&!!(+%_*!$'%!$!%!%>
    6e *($!!*-6%%%:%%$!!!.%$!!($!!%$!!+$&!&!)!!(!f!%!!!!$$&$$!!$!!&!- 2ec ~] 4e = 2llow & 2ngpong ~, 3light I 2p !
    3e ~zk3 2xel -$8$!1&$%<*$$!.%$E.!)!$_!&(&!'$> 1kg $ 1lac 7($&$$3F/&!*L%&n$; 4e ?!737%(')(/,*!!&%'1(]!(!'<!
    3in e)-(1~N 3n ~~~7 4e @$~; 4t ~~d 3sma b 3y ~,7-;!1$!j+=' 4er ~h1 2ist ~, 2us ~P~K 1ng -LM!&V6*e$$!)E 1odman !
    2int /0%!!'&)$!!!(($!%/'%$$$!!&&$&!!$)/+$$$!&$!&2!X!,&.*&&*& 5er ~~f 3sson = 2lygon S!% 4line W 2ppler $~(~V
    2rt ~>Rs2 2sition @0*4%2!!/!',+5%$)z/%2 8al ~1 6ve ~`| 3sible x's 3ter =jZ 2w j 3er j 1recede ~1~X 4ision k
    4ompil ~~y 3fer ~1' 4ix =O<X~( 3multipli ^L1$R 3par ~z 3sent ~o 7ation ~P 3tty |! 3vent ~x 4iou ~O-6 2imari ~(
    3nt !*!$!&?f'@2*'c!&%$!($%$0 5er ~~Z 3vate ~a~; 4ileg ~~z 2obable }r~& 4lem P~2|8 3c %~~v 4ess /xq!&f++!2%!
    7or !d~7&y 3duce ~G 6t ( 3file ~( 3gram !!!!$%$'BTH-%$$!%%'&'!!j!+%&$= 5ess ~RIt 3ject ~~d 3pagat ~0
    4erti .!!$0-&*'~!=g!!!?&& 7y 0A-M@4'$&~. 4ortion ^ 3r ~y 3tect ~~z 3vid X 1ublic b 5sh ~> 2lse ~A 2nctuation ~$
    2re ~< 3ge $ 3pose f 2t OWZ! 3s k!4_~) 1ypi & 2thon !!$g<57('&'3b( 63 $ 0qhull V 1uad ~R 3liti ^ 6y ^K!kq
    3rt ~R 5er ~*$< 5z ~o 2eri R 4y ^ 2iet P~Kc3 3nt ~R 2ot ~1c 4e ~r 0radial D5mC 5n /G+$X~GC 4i T 4u g^6~9/
    2is ]%N 2n P^ 3dom d$!R3$.~-)> 3ge b*$0*,,%+6; 2rely P 2steris W!~7k$/( 8e ~p 2te ~[!+&1z? 3io `~; 2y ~~!v
    1each ~<!A 3d &%$%!*+-!$!%'F+$$!$*!$!B!!!!!!%,%!%!$!$]!',$!$%$!!%!%&&&&&! 4able 8H~}- 4er ~~h4 4ily | 3l y~~7
    3son ~2~M(/' 2ceiv ~w 4ntly ~n 3ip 3W~~K 5e J 3ognis ~j 4mmend $%Z 4nnect ~~g 4rd X~7$ 3t V!(Z9=~B 4angl ~:&?
    8e @!*$c^ 3ursive ~~d 9ly K 2d @-)g~g 3raw 2?-$~3t!1 6n ~H 3uc E~~;) 2fer O+L 5enc 0~E 8e K.J_ 3lection :%
    3us ,~~] 5e ~a 2gular | 2lativ ^ 7e y2~P&1+ 3ease !*! 2main WK&-4$R^A 3edy ~b{8 3otion /~~~-
    4v ,56*&I!/)+(%!?*} 5e ~1= 2nam ~z{ 3der Z$I(2-%06($c!!%/$&$$= 3ew ~~s 2peat <d(E$K!j(- 6able ~~j) 6edly ~~a
    4tition P}! 3lac [>$&%)'7$,0())) 6e 4+~:),3 7ment ~g 4icator <z506* 3ort ~z&_&1% 3roduce + 8ible f 2quest ZT_u/
    4ir ~;[p0$ 6e ~~y 2run ~~f 2sampl ~b 3et K$2 3iz ZM'S 5e ~y 3olution ~($!$R&.j2 5v ~1j} 4urc ~~z 3t 2p11+%
    4art Rx 4or ^m)* 6e ~c 4rict ~~z 8ion ~~z 4yle l 3ult =((&(!%*'!&C!-!V~&6 4me ~~!l 3vg ~~_ 2tain X 3ry ~~x
    3urn -%4-'!$!'!''%!!/)$!%!!+(.!(%!%))!!)!%%!g%5$= 2use ~< 2vers ~~_ 6al ~P 6e ~, 5t ~~f 2written ~~~( 1gba ~(i
    1hel ! 1ight @&Y!9D>d9)&!%&&&& 2m H 2ng 6)9 1ock !& 4et ~[ 2man ~! 2ot !$!%$!6v,<$$~:7%% 2tat H,'K(&!R.
    5e W~%~- 5ion @-!~002e 2und =('.+.!B!*J~3 5ness T 2w EA<0$!*48.'&!!!_/ 3s =h&*=-6%+$!l 1ule H*$!''O)H%)/h$!0'$)
    2n )%>=:!!%+!3()!!$!$1'-!!$!&u!!$!%.&* 3ner & 3path , 3s +;7D(*/&+!$!%'.)'!*)_!%!+$%%&6& 0sail W 2mpl ~< 5e ~<
    2ndbox ~v*o, 3s y 2turation I$ 2ve 2M~~)!1 4d ^~~) 2y ~f~O 3s %0/03!fFo* 1bix { 1cal =*)-3<$(S&!-g0
    4e /-%,&!-!'&%&!$,'&&$!$&-$?!!&.*b!&%%. 2en $%,!-~B$$!0p* 4e &%'%.L.FB!!$!&2k!&$%&5 2heduler ~~!v! 4ma ~uy'
    2reen I_N-~%7 3im 8 4pt !!&!$!!&!$+4!%%0!%2.%!0!!!,%!%$!''!%!$!!+!&!$$!!$!X!&!!!$!!!$$&!!!!$!!!!%!%&&&$$$$!
    3oll @~N 3ub ~~e! 1eam ~nm 3rch ,o&I~3!%-+( 2ccomp ~~z 3ond '&&.<*.!!:!$7$&'%!!%(!!''%!)$%!!!`*$%$8 3tion ~~s
    4or =9 3urity ~~z> 2e ~983!~00 3d d!!s!/6m>& 3n 30~0.!3m$&$2 3s ~~~! 2gment S~~a 2lect E,%H%!)_3!!j+ 6or ?o
    3f Mx 2mantic + 3ibold | 4colon ~| 2ntence ~< 2parat }| 7e W0C@~>5 8ly ~~` 7or }r, 2quenc g 7e ~G(! 2rif ~~~&
    3v $ 4e 2~M+}/ 5r .&~~V. 4ice )~~m 2t $%-0)'!!!!)$!!$.$.$$8&'!$&$$$(!!%%!'5%)_$!%,
    3s +&3+$&K(!%%62&%!!%!$&&3&$e)!!(+ 3ter N 4ing ^i&H& 3uid ~~z 4p (M% 2ven ~~d 5ty ~~d 4ral Z,@%$2..')&!$.$e('';
    1hader ~~~/ 4ow 50&!$5<&:J)'m$!3/!$ 3p $!:<O~r+% 4e C%.%$6zu33$!- 3r ?DG&&J 4d ~~! 4e %3+DH*<I)i/ 4p W!?'*hj-
    5en ~; 5ness ~n 2eet ~($$ 2ift E2H 3ver ~$ 2ort N1P: 5en ~r 6r `-~.
    3w +%!%!,?!'-.1'0!!'(%!!&'!!$!!!'(!!*$!a!'!$.$!&*! 4n 07F$==$.*+(.i! 2rink =b$ 3unk S 1ibl ~1 4ing ?~~e
    2de /F8=)~c 2gn k~~$) 4al ~z&d 4ificant k 2lenc P~~1$1 6e P~I 5t ~y 2milar ~9'~V 3ple ~~r 6x e
    2nce A/!<D6)7!1$%g; 3e ~R 3gle z$!j*!-b 3k e 2x @ 3teen ~~^ 7th ~~! 4y ~]
    2ze 0+&%'(,$%%0.&$!%!$!!!$!!'(8*%$$!$$%')!b!(%&($&$,.' 1ketch V~~V 3w @~~d 2in { 3p A]='R.g', 1lant x 2eep ~W-
    2ider ~~f 3m ! 2ot ~g~1 3w ~OI 2urm ~~w 1mall !$&q{e 5er SM~t 6st SM)$~_ 2cp z 2il W 3th b 2oke =I 3oth H>
    1nippet 0 2owman ~( 1ocket ~~z 2ft } 4light I 2lid ^~~E 2me N9<'Y6!d$&+< 4th W(~~$!%$ 2name , 2rt ~Z)3~1
    2und $$9~N0!p@. 3rc ,Zu 5e !~0Y 1pac `$*4!$/6NjE 4e A>%&M_-[1 2ecial ~W 5fic ~U 3d ~O 3ed AEA:%!$&!+(!.!1!
    2her ~[ 2in ~~~& 2lit x 2read gO 3ing =~%%&*1 4t ~(& 5e ~, 1qrt j 2uar Sf 5e ~~~' 1rgb R-$!D86 1s01 z
    1tack =u!~O<&6 3ge = 4ger =~4 3mp ~f 3nd ~?/&~D1.! 5ard P/@!z$a*'+$* 3r ~~` 4t !!*!93($./07$+$%!$%'$3*$'c&/(*&/
    3t ^H%I!!!!!'!$!!)y( 4e ^s!!!$($!!)6e+= 4u ~z 3y @*4F)'(3($$$.$&!!('&$!$`*'0.! 2ep Z%$,7?3*<&j 2icker ~e
    3ffness ~C 3ll S(&_$*%&-!~$!&!; 2ock 'I 3p =E=!!=%*%O&d* 3r M$O-R&2o) 4e O 2raight ~&$8@4 4nger ~~~; 3eam fe~c
    4tch w%%6(~C! 3ftime l 3ict ~~`3 4ng N&F'!$!$6U%!~( 4p ~~r 3ok R'~3 5e R!&(~-s 4ngly ~>~A 3ucture ~^ 2ub ~~s
    3dio ~~~: 4y = 2yl | 4e K$$*6/!-A0+){ 4ize ~; 1ubclass M~B! 3ject ~~[/ 3layer 01!!!!%!2!52&,%!!!!%))!!%0)yV
    3path R!$ 3set0 ~~_ 4titute y 3tract I,~8 4ype ~F 2ccess ~~x 3h %0,+%'!!)!)$%'3$*):!$%()!'&-!$%c$*$$(!'$!2)
    2ffic ~+ 6e ~9 2ggest /<~J 2m N8 3mary ~;!`t 3s = 2per ~2 5class M. 5layer ?!!*$U('!!'%0+':p7+% 3pli ~; 5y ~+
    4ort ~~s- 2rfac ~~~7 3round ~r 8ing I 1vg $!,'@'+;!*$Y6c$!)$$!',+$!.& 3z WM 1warm e 2ift !*J%PJ!,&%$)!+b(<
    3p ~T~3 4e ~_ 3tch W 1ymbol ,M 3log j 2s ~~y 3tem $!$%80L.U$%(7o%) 0tab =a!!{n 3l OK2/Y!*f
    4e 0)(0$!!+C$$+!&!'&6<)!!!)%!k(( 4oid ~~[ 3s }$~] 2g +t, 3s +q/ 2ke !&+A.&$%!&$3$%!$$!&!%%!%!&-!$-$,)!)!)d/*($
    4n +Uo 2ller | 2mil ~~_ 2ngent ^ 2r ! 3get ~<9$ 1el ~~]5 3l [(f3~* 2mporary ~z&e4 2n !.0M!Ei 3di ~^$$!~$'6
    3th ~) 2rminal .~n 3rain e 2st +8kUy!&8 2x ~~~7
    3t %0&!!$!!%%%.$%%%$,!!,!!!!!!!!!!!!%)'!:'!.'!!$(!!!!)$!X!%!!%$'&$$%$'&!&($& 4ure ~, 7packer ~(& 1gs ~e
    1hai %~~[ 2em ~g~1 4e ~f!!~) 2ick | 3ng /~~R 3rd +T03~! 2ose !$>)?&!1+&&+$+%!-+'!&!!'!*d*-$)7 3ugh ~A
    2read ~<!R$,m20 4e @-1'':/!!-''+/%%(~/&: 3ough =&0^(,~d 4w ~= 1ick =N$ 4et ~f 2es ~1 2le 9F)aGm 4d RRB;
    3t ~W!*~'+ 2me !+%%-&6*)'$/'(!%',%!!$!!%$!!!!!!!!$(!!%$!$!!$!!%!%$%!!!&Y!&%!!!!!$$!%($!!&!%($&!&$ 4line =~2
    3ing ~G&!&$17 2nt WOa 2tl ~$~t 4e =~V%d1L 1mp ) 1num y 1ogether O+H7**'~C 2lerance S 2ml ~t* 2ne {
    2o %)%20$%,'&2%!'()!7!!%>)$!$%!a$!&!-4'1 3l & 2p /2'50(-+%&)%F'4~.** 2str ~1 2tal Rz~D 2uch ~n 2ward ^{~,
    1raceback ~~x 4k ~Q 3il |^ 3nsaction ~A$(&~R 5form @$+!-O(!!&%$!8*(*!~> 9ation ^ 5ition ~9!!!&(%-!+$!!~%=
    5late W 8ion K 6ucent ~v~. 5parency ^~*5 9nt ~,!._c*( 3vers ~~d 2eat ~*9 3e ?$`!F$$(+!;k!2+ 2iangl V 7e I,
    3e +~u 3gger O/ 3linear E 3m ~,_+g1 3ton ~i 2ue @>A&$&!!0!'G&$!&!$%!h 3ncat x'$ 3st ~v%'o, 2y 2 1sv ~| 1tc y~n
    2f y~n 1ue l 2rn :(*&*+$$*?7&,.&~&P 1wenty i 2ice +TP2$/70'!g 3ne ,
    2o !($3!*%$!$)!*)'4)$%&-&)'&$$!$)&&2(!_(+)>! 1ype W4!K/+3$',%)n!' 3ical ~~d 4ng N 0ubuntu ! 1ikit /~~p!
    1naffect ^ 2chang SZi$a< 2declar O 4r &<'%)Z&*<$5+*i!% 5lin ~& 3ivid } 3o ~S~4 4ne ~P~Y 2even R 6ly R
    2it =(!$/,E(1A.%qF2 2known jNN$~+ 2less $=$02!+0'''(&%&D(!-g!? 3ock ~W-~% 2pack ~* 2quot ~r 2set ~I
    2til L!/'&J0&$!)$$/1+!!!a)$' 3ransform ~0 4ust ~~z 2us ~a 1pdat ~~v 5e ~~s 2per ~!e. 2right @?@-U 2side @
    1sage P~~I 2e %>1$'E$)!6+-,'6+^)-* 3d %!~$+R*'%/] 3r )V~~+ 3s ,J+A*~_ 2ing ?; 2r ,~~` 2ual ~>~^ 1tc j~*$ 2f ~q!
    38 ~~y 2il $~( 1vx & 0vain ~~e 2lid K/l 3u .$$2+$$6!%$$*%%'/)&!!!!'$!!!$!!!!$!!!$',)!/k.*
    4e /2,&$!,,'$2.&(&$%!!%$!!(!%$$&!&$&!!!*!$*!c$/%' 2n b 3ish S 2riable $w!P6| 1ector ~:!]b* 2locity ~]
    2rbose ~~^5 3ifi ~~` 3sion !)!rj4&g+ 3tical ~3 8ly ~!l 1iew N~~N 4box ~* 4er ~~^! 4port ~g 2olat ~~v 2ridi b
    2sible A(2%D+em$&$ 4t ? 2vidlight I 1olume ~x! 2ronoi $T 2yag = 1p9 ~v 0wait ~1~X47 2ke ~_ 2lk ? 3l ~~p
    4paper ~V!!'!!%~$!+ 3t b 2rn /2!+'!!)$!!$=!%$!./'&$!(,-$$%'!&$%%Z%,))$ 4ing PfI~'-) 2tch ~~e$P 2v ~x 3e =~?
    2y O+)W54=~% 1cag ` 1eak ~%P 3ther = 2b ~i/ 3m $~t$!n$0> 3p WM!&V&2&&i 2ight `;!$ 1hatever ~b 2eel !%~~b
    3never 2m~e 3rever ~b 2ichever [ 3le K!T=7*(-.hG 3te 0%'%26JO-2g! 2l !% 2ole <%/*%&+(2$%'(!<&4&!-!!!!!j&,.&!
    3se 0(-,.*E$!2.1,!').&q!9 1ide j.)4W~J 4r ~!! 4st ~! 3ow ~% 3th 94*,/-$!!$'!!$$'&$&B 2ggle ~j 2nd S 4ow ~+t~/
    3s ~s 2thin L(!,:-5$(1? 1obbl e 2ff y~n 42 $w~n 2rd %s&$!$:5)*,.g(%-%' 3k )82%'L)%+&E!6l&1! 1rap ^:$+!,~g
    2it )&DI2!!1-*0%'%+-_*%!!+2 4able ) 4e ,!%%=/C*%.J4,_($$(+!2& 4ten )(A1K!V!%+%!)a!++!(!' 2ong Pt~:'5 5ly ~j
    3te ~j~0 0x10 ~r 186 ! 1ml ~^$$ 0yes ~r 2t + 1our ! 4self $W 0zero k!M[ 1ip ~` 1one j 2om ~~Z 1sh ~~s
    """#
}
